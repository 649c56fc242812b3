"""How the site is put together: settings, addresses, servers and the job schedule."""

from config.celery import app as celery_app

__all__ = ("celery_app",)
