"""Included by config/urls.py under /boite/ where DEVELOPMENT_PAGES is set, never in production."""

from django.urls import path

from apps.courier.views import box

app_name = "box"

urlpatterns = [
    path("", box.box, name="box"),
    path("<slug:name>/", box.box_mail, name="mail"),
    path("<slug:name>/repondre/", box.box_reply, name="reply"),
    path("<slug:name>/html/", box.box_html, name="mail_html"),
]
