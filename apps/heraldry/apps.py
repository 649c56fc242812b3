from django.apps import AppConfig


class HeraldryConfig(AppConfig):
    name = "apps.heraldry"
    label = "heraldry"
