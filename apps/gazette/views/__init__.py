"""Pages of the gazettes: read, write, edit; the sandboxed sheets; pictures and sounds."""
