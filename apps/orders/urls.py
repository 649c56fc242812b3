"""Where decisions are sent."""

from django.urls import path

from apps.orders import views

app_name = "orders"
urlpatterns = [
    path("<str:code>/", views.submit, name="submit"),
    path("<str:code>/versions/", views.versions, name="versions"),
    path("<str:code>/reprendre/", views.undo, name="undo"),
    path("<str:code>/pret/", views.ready, name="ready"),
]
