from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "apps.site"
    label = "site_pages"  # "site" would be too close to django.contrib.sites
