"""Structured logs. Nothing personal: names, addresses, orders, passwords and codes are never logged, only ids."""

import logging
import logging.config
from typing import Any

import structlog

SECRET_KEYS = frozenset(
    "password email address token code secret seed cookie authorization orders action draft body username name".split()
)


def configure(_settings: dict[str, Any]) -> None:
    """Called by Django with LOGGING; reads the two keys that matter from the settings."""
    from django.conf import settings

    shared = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.stdlib.ExtraAdder(),
        hide_secrets,
    ]
    renderer = structlog.processors.JSONRenderer() if settings.LOG_JSON else structlog.dev.ConsoleRenderer(colors=False)
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
                        renderer,
                    ],
                    "foreign_pre_chain": shared,
                }
            },
            "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "structured"}},
            "root": {"handlers": ["stderr"], "level": settings.LOG_LEVEL},
            "loggers": {name: {"level": "WARNING"} for name in ("celery", "kombu", "uvicorn.access", "asyncio")},
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


def hide_secrets(_logger: Any, _method: str, event: dict[str, Any]) -> dict[str, Any]:
    """The last guard: a field whose name is known to be personal or secret leaves as a mark."""
    for key in event.keys() & SECRET_KEYS:
        event[key] = "[masqué]"
    return event
