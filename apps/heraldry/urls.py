from django.urls import path

from apps.heraldry import views

app_name = "heraldry"
urlpatterns = [
    path("", views.workshop, name="workshop"),
    path("apercu/", views.preview, name="editor-preview"),
]
