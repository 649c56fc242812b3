from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "apps.site"
    label = "site_pages"  # "site" would be too close to django.contrib.sites

    def ready(self) -> None:
        from apps.site.plurals import count_as_french

        count_as_french()
