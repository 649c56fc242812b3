"""What can be done with mail: post it, deliver it, send it again, stop a kind of it, forget it."""
