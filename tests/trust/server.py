"""The embedded server with the small game, for tests of sockets: `python -m tests.trust.server PORT`."""

import sys

import uvicorn

from tests.trust.actors import ready


def main(port: int) -> None:
    ready()
    from config.embedded import application

    config = uvicorn.Config(application, host="127.0.0.1", port=port, lifespan="on", log_config=None, access_log=False)
    uvicorn.Server(config).run()


if __name__ == "__main__":
    main(int(sys.argv[1]))
