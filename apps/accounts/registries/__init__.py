"""What other apps add to accounts when they load: kinds of mail, sections of the public page, parts of the
export."""
