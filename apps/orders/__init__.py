"""What players decide: drafts, checks, sealed submissions, receipts, the order desk, moves at a table."""
