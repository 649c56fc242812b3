"""Addresses of forums, letters, moderation and of what waits for a person."""

from django.urls import path

from apps.forums import feeds
from apps.forums.views import boards, letter_writing, letters, moderation, posts, reports, topics, waiting

app_name = "forums"
urlpatterns = [
    path("", boards.index, name="index"),
    path("nouveaux/", boards.unread, name="unread"),
    path("recherche/", boards.search, name="search"),
    path("tout-lu/", boards.mark_read, name="mark_read"),
    path("atom/", feeds.ForumsFeed(), name="feed"),
    path("apercu/", posts.preview, name="preview"),
    path("images/<str:code>/", posts.picture, name="picture"),
    path("partie/<str:code>/", boards.of_game, name="of_game"),
    # boards and topics
    path("tableau/<slug:slug>/", boards.board, name="board"),
    path("tableau/<slug:slug>/nouveau/", topics.new, name="new_topic"),
    path("tableau/<slug:slug>/suivre/", boards.follow, name="follow_board"),
    path("tableau/<slug:slug>/chronique/", boards.close, name="close_board"),
    path("tableau/<slug:slug>/atom/", feeds.BoardFeed(), name="board_feed"),
    path("sujet/<int:pk>/", topics.topic, name="topic"),
    path("sujet/<int:pk>/repondre/", topics.reply, name="reply"),
    path("sujet/<int:pk>/voter/", topics.vote, name="vote"),
    path("sujet/<int:pk>/suivre/", topics.follow, name="follow_topic"),
    path("sujet/<int:pk>/atom/", feeds.TopicFeed(), name="topic_feed"),
    path("sujet/<int:pk>/regler/", moderation.settle, name="settle"),
    path("message/<int:pk>/", posts.post, name="post"),
    path("message/<int:pk>/modifier/", posts.edit, name="edit"),
    path("message/<int:pk>/versions/", posts.history, name="history"),
    path("message/<int:pk>/cacher/", moderation.hide_post, name="hide_post"),
    # letters
    path("lettres/", letters.box, name="letters"),
    path("lettres/ecrire/", letter_writing.write, name="write"),
    path("lettres/brouillons/", letter_writing.drafts, name="drafts"),
    path("lettres/brouillons/<int:pk>/jeter/", letter_writing.discard, name="discard"),
    path("lettres/reglages/", letters.settings, name="letter_settings"),
    path("lettres/<str:code>/", letters.conversation, name="conversation"),
    path("lettres/<str:code>/<slug:verb>/", letters.act, name="letter_act"),
    # what waits
    path("attente/", waiting.waiting, name="waiting"),
    path("attente/compte/", waiting.badge, name="badge"),
    path("attente/lu/", waiting.all_read, name="all_read"),
    path("attente/<int:pk>/", waiting.open_notice, name="open_notice"),
    # moderation
    path("signaler/<slug:kind>/<int:pk>/", reports.report, name="report"),
    path("sanctions/", reports.sanctions, name="sanctions"),
    path("sanctions/<int:pk>/appel/", reports.appeal, name="appeal"),
    path("moderation/", moderation.queue, name="moderation"),
    path("moderation/journal/", moderation.log, name="moderation_log"),
    path("moderation/joueur/<str:name>/", moderation.player, name="moderated_player"),
    path("moderation/sanction/<int:pk>/<slug:verb>/", moderation.act_on_sanction, name="act_on_sanction"),
    path("moderation/enquete/<str:code>/", moderation.inquiry, name="inquiry"),
    path("moderation/<int:pk>/", moderation.report, name="report_page"),
    path("moderation/<int:pk>/<slug:verb>/", moderation.act_on_report, name="act_on_report"),
]
