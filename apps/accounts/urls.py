"""Addresses of the account pages. Log-in, sign-up, second factor and sessions are the sign-in library's,
beside these."""

from django.urls import path

from apps.accounts.views import data, door, profile, public, referee

app_name = "accounts"

urlpatterns = [
    path("", profile.profile, name="profile"),
    path("preferences/", profile.preferences, name="settings"),
    path("armoiries/", profile.arms, name="arms"),
    path("courrier/", profile.mail, name="mail"),
    path("calendrier/renouveler/", profile.renew_feed, name="renew_feed"),
    path("sessions/<int:session_id>/fermer/", profile.close_session, name="close_session"),
    path("adhesion/", profile.membership, name="membership"),
    path("donnees/", data.export, name="export"),
    path("suppression/", data.retire, name="retire"),
    path("confirm-email/", door.confirm_code, name="confirm_code"),
    path("charte/", public.charter, name="charter"),
    path("joueur/<str:name>/", public.player, name="player"),
    path("arbitre/", referee.accounts, name="referee_accounts"),
    path("arbitre/<int:pk>/", referee.account, name="referee_account"),
]
