from django.urls import path

from apps.site import views

urlpatterns = [
    path("", views.home, name="home"),
    path("theme/", views.choose_theme, name="choose-theme"),
    path("charte/", views.pattern_book, name="pattern-book"),
    path("favicon.ico", views.favicon, name="favicon"),
]
