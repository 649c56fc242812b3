"""Structured logs. Nothing personal: names, addresses, orders, passwords and codes are never logged, only
ids."""

import logging
import logging.config
import re
from typing import Any

import structlog

SECRET_KEYS = frozenset(
    (
        "password email address token code secret seed cookie authorization orders action draft body "
        "username name"
    ).split()
)
MARK = "[masqué]"
# The whole request with what was asked in it, and uvicorn's coloured copy of its own message.
REPEATED = ("request", "color_message")
# Addresses of pages may hold a secret: the link of a calendar, of an invitation, of an unsubscription.
TOKEN = re.compile(r"(?<![\w-])(?=[\w-]*\d)[\w-]{20,}")
# Servers write the network address of every visitor. Their own handlers would also write lines that are not
# structured.
SERVERS = ("uvicorn", "uvicorn.error", "uvicorn.access", "gunicorn.error", "gunicorn.access")
WARNINGS_ONLY = ("celery", "kombu", "asyncio")


def configure(_settings: dict[str, Any]) -> None:
    """Called by Django with LOGGING; reads the two keys that matter from the settings."""
    from django.conf import settings

    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.stdlib.ExtraAdder(),
        hide_secrets,
    ]
    plain, json = structlog.dev.ConsoleRenderer(colors=False), structlog.processors.JSONRenderer()
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": {
                "structured": {
                    "()": structlog.stdlib.ProcessorFormatter,
                    "processors": [
                        structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                        structlog.processors.format_exc_info,
                        json if settings.LOG_JSON else plain,
                    ],
                    "foreign_pre_chain": shared,
                }
            },
            "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "structured"}},
            "root": {"handlers": ["stderr"], "level": settings.LOG_LEVEL},
            "loggers": {
                **{name: {"level": "WARNING"} for name in WARNINGS_ONLY},
                **{name: {"level": "WARNING", "handlers": [], "propagate": True} for name in SERVERS},
                "django.request": {"level": "ERROR"},  # pages that do not exist are no news
            },
        }
    )
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.processors.StackInfoRenderer(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )


def hide_secrets(_logger: Any, _method: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """The last guard: a field whose name is known to be personal or secret leaves as a mark, and so does a
    token."""
    for key in event.keys() & SECRET_KEYS:
        event[key] = MARK
    for key in REPEATED:
        event.pop(key, None)
    for key in ("event", "path"):
        if isinstance(event.get(key), str):
            event[key] = TOKEN.sub(MARK, event[key])
    return event
