"""When the jobs were last seen at work: one row. A long silence was an outage."""

from django.db import models


class Pulse(models.Model):
    at = models.DateTimeField()
