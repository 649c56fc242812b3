"""The embedded server with the small game, for tests of sockets: `python -m tests.trust.server PORT`."""

import sys

from tests.trust.actors import ready


def main(port: int) -> None:
    ready()
    from config.embedded import server

    server("127.0.0.1", port).run()


if __name__ == "__main__":
    main(int(sys.argv[1]))
