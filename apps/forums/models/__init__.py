"""Where people talk: boards, topics and posts; letters; what waits for each; what moderators did."""

from apps.forums.models.boards import Board, BoardRead, Subscription
from apps.forums.models.letters import Block, Conversation, LetterChoice, LetterDraft, Message, Participant
from apps.forums.models.moderation import Inquiry, ModeratorAct, Report, Sanction
from apps.forums.models.notices import Notice
from apps.forums.models.polls import Poll, PollOption, PollVote
from apps.forums.models.posts import Picture, Post, Revision, Voice
from apps.forums.models.topics import Topic, TopicRead

__all__ = [
    "Block",
    "Board",
    "BoardRead",
    "Conversation",
    "Inquiry",
    "LetterChoice",
    "LetterDraft",
    "Message",
    "ModeratorAct",
    "Notice",
    "Participant",
    "Picture",
    "Poll",
    "PollOption",
    "PollVote",
    "Post",
    "Report",
    "Revision",
    "Sanction",
    "Subscription",
    "Topic",
    "TopicRead",
    "Voice",
]
