from django.urls import path

from apps.courier.views import mine, referee, unsubscribe

app_name = "courier"

urlpatterns = [
    path("", mine.mine, name="mine"),
    path("arret/<str:token>/", unsubscribe.unsubscribe, name="unsubscribe"),
    path("arbitre/", referee.failing, name="failing"),
    path("arbitre/<slug:code>/renvoyer/", referee.resend, name="referee_resend"),
    path("<slug:code>/", mine.mail, name="mail"),
    path("<slug:code>/html/", mine.mail_html, name="mail_html"),
    path("<slug:code>/renvoyer/", mine.resend, name="resend"),
]
