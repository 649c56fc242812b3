"""Every setting, driven by the environment. `.env.example` documents each key; `config/safety.py` judges
production.

Without any key the site runs on the embedded default: SQLite under var/, jobs and live updates inside the one
process.
"""

from pathlib import Path
from typing import Any

import environ
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from config.reports import report_errors_to

BASE_DIR = Path(__file__).resolve().parent.parent


class Keys(environ.FileAwareEnv):
    """A key left empty is a key not set: a copy of .env.example changes nothing by itself."""

    def get_value(self, var: str, cast: Any = None, default: Any = environ.Env.NOTSET, **more: Any) -> Any:
        if default is not environ.Env.NOTSET and not self.ENVIRON.get(var, ""):
            return default
        return super().get_value(var, cast, default, **more)


env = Keys()
environ.Env.read_env(BASE_DIR / ".env")

# Where we are
# -------------------------------------------------------------------------------------------------------
ENVIRONMENT = env.str("KALAN_ENVIRONMENT", default="development")
PRODUCTION = ENVIRONMENT == "production"
DEBUG = env.bool("DEBUG", default=False)
DEVELOPMENT_PAGES = not PRODUCTION  # /charte/ and /boite/
DATA_DIR = BASE_DIR / env.str("KALAN_DATA_DIR", default="var")
PROCESSES = env.int("KALAN_PROCESSES", default=1)  # web processes that share the live updates
LEAST_FREE_DISK = env.int("KALAN_LEAST_FREE_MB", default=200) * 1024 * 1024  # in DATA_DIR, for /sante/pret/
SITE_URL = env.str("KALAN_SITE_URL", default="http://127.0.0.1:8000").rstrip("/")
SITE_NAME = "Kalan"
SECRET_KEY = env.str("SECRET_KEY", default="" if PRODUCTION else "development-only-never-in-production")
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
ALLOWED_HOSTS = env.list(
    "ALLOWED_HOSTS", default=[] if PRODUCTION else ["127.0.0.1", "localhost", "[::1]", "testserver"]
)
CSRF_TRUSTED_ORIGINS = env.list(
    "CSRF_TRUSTED_ORIGINS", default=[SITE_URL] if SITE_URL.startswith("https://") else []
)

# What is installed
# --------------------------------------------------------------------------------------------------
INSTALLED_APPS = [
    "apps.accounts",
    "apps.heraldry",
    "apps.site",
    "apps.courier",
    "apps.games",
    "apps.orders",
    "apps.forums",
    "apps.gazette",
    "apps.tables",
    "apps.tables.argad",
    "apps.demo",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.forms",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "channels",
    "csp",
    "django_htmx",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "apps.site.policy.PolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "apps.accounts.middleware.ReaderMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "apps.accounts.middleware.ThrottleMiddleware",
    "apps.forums.middleware.BanMiddleware",
    "apps.accounts.middleware.SessionUseMiddleware",
    "apps.games.middleware.ScreenMiddleware",
    "apps.site.busy.BusyMiddleware",
    "apps.site.methods.MethodMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "apps.site.context.site",
            ],
            "libraries": {"missionnaires": "apps.tables.missionnaires.tags"},
        },
    },
]
FORM_RENDERER = "apps.site.forms.KalanFormRenderer"

# Databases and caches
# -----------------------------------------------------------------------------------------------
DATABASE_URL = env.str("DATABASE_URL", default="")
REDIS_URL = env.str("REDIS_URL", default="")
# Seconds: whoever is there and says nothing must not hold up a page, since all it keeps are hints.
REDIS_PATIENCE = 3

if DATABASE_URL:
    DATABASES = {"default": env.db_url("DATABASE_URL")}
    if DATABASES["default"]["ENGINE"].endswith("postgresql"):
        DATABASES["default"]["CONN_MAX_AGE"] = 0
        DATABASES["default"]["CONN_HEALTH_CHECKS"] = (
            True  # after a restart of the database nobody is given a dead line
        )
        DATABASES["default"].setdefault("OPTIONS", {})["pool"] = {
            "min_size": 1,
            "max_size": env.int("KALAN_DATABASE_POOL", default=8),
            "timeout": 20,
        }
else:
    DATA_DIR.mkdir(parents=True, exist_ok=True)
    DATABASES = {
        "default": {
            "ENGINE": "config.sqlite3",
            "NAME": DATA_DIR / "kalan.sqlite3",
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
            },
        }
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

if REDIS_URL:
    CACHES = {
        "default": {
            "BACKEND": "config.cache.SpareCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": "kalan",
            "OPTIONS": {
                "socket_timeout": REDIS_PATIENCE,
                "socket_connect_timeout": REDIS_PATIENCE,
                "retry": None,
            },
        }
    }
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [REDIS_URL], "prefix": "kalan"},
        }
    }
else:
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}

# Jobs
# ------------------------------------------------------------------------------------------------------------
CELERY_BROKER_URL = REDIS_URL or "memory://localhost/"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = False  # SQL is the truth: a lost message costs one sweep, a repeated one nothing
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "max_retries": 1,  # a page does not wait for a broker that is away
    "interval_start": 0,
    "interval_step": 0.2,
    **(
        {
            "visibility_timeout": 3600,
            "socket_timeout": REDIS_PATIENCE,
            "socket_connect_timeout": REDIS_PATIENCE,
        }
        if REDIS_URL
        else {"polling_interval": 0.1}
    ),
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # workers and beat wait for it as long as it takes
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1

# Accounts
# -----------------------------------------------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "games:mine"
LOGOUT_REDIRECT_URL = "home"
ACCOUNT_ADAPTER = "apps.accounts.login.adapter.AccountAdapter"
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_USERNAME_MIN_LENGTH = 3
ACCOUNT_USERNAME_VALIDATORS = "apps.accounts.profile.names.username_validators"
ACCOUNT_PRESERVE_USERNAME_CASING = True
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_MAX_ATTEMPTS = 5
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT = 900
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_CHANGE = True
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
ACCOUNT_PASSWORD_RESET_BY_CODE_TIMEOUT = 900
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_UNIQUE_EMAIL = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_LOGOUT_ON_GET = False
# Apps/accounts/login/throttle.py counts instead, and spares known browsers.
ACCOUNT_RATE_LIMITS = {"login": None}
ACCOUNT_SESSION_REMEMBER = None
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_FORMS = {
    "signup": "apps.accounts.forms.SignupForm",
    "login": "apps.accounts.forms.LoginForm",
    "change_email": "apps.accounts.forms.CorrectAddressForm",
    "reauthenticate": "apps.accounts.forms.ReauthenticateForm",
    "change_password": "apps.accounts.forms.ChangePasswordForm",
    "set_password": "apps.accounts.forms.SetPasswordForm",
    "reset_password": "apps.accounts.forms.ForgottenPasswordForm",
    "reset_password_from_key": "apps.accounts.forms.NewPasswordForm",
    "add_email": "apps.accounts.forms.NewAddressForm",
    "confirm_email_verification_code": "apps.accounts.forms.AddressCodeForm",
    "confirm_password_reset_code": "apps.accounts.forms.PasswordCodeForm",
}
MFA_ADAPTER = "apps.accounts.login.adapter.SecondFactorAdapter"  # keeps TOTP secrets encrypted
MFA_FORMS = {
    "add_webauthn": "apps.accounts.forms.AddKeyForm",
    "edit_webauthn": "apps.accounts.forms.RenameKeyForm",
    "activate_totp": "apps.accounts.forms.ActivateApplicationForm",
    "authenticate": "apps.accounts.forms.SecondFactorForm",
    "reauthenticate": "apps.accounts.forms.SecondFactorAgainForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not PRODUCTION
MFA_TOTP_ISSUER = SITE_NAME
USERSESSIONS_TRACK_ACTIVITY = True
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("KALAN_TRUSTED_PROXIES", default=0)

# Sessions, cookies, headers
# -----------------------------------------------------------------------------------------
SECURE = SITE_URL.startswith("https://")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE
SESSION_COOKIE_NAME = "__Host-kalan" if SECURE else "kalan"
CSRF_COOKIE_NAME = "__Host-kalan-csrf" if SECURE else "kalan-csrf"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "apps.site.errors.csrf_failure"
SECURE_SSL_REDIRECT = SECURE
SECURE_REDIRECT_EXEMPT = [r"^sante/"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if ALLAUTH_TRUSTED_PROXY_COUNT else None
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if SECURE else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = SECURE
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "media-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "frame-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 512 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000

# Mail
# ------------------------------------------------------------------------------------------------------------
# Everything leaves through the outbox (apps/courier); EMAIL_URL says where a delivery goes.
EMAIL_BACKEND = "apps.courier.backend.OutboxBackend"
EMAIL_URL = env.str("EMAIL_URL", default="")  # empty: the folder DATA_DIR/mail, readable at /boite/
MAIL_DIR = DATA_DIR / "mail"
DEFAULT_FROM_EMAIL = env.str("KALAN_MAIL_FROM", default="Le Scribe royal <scribe@kalan.example>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
# Where orders may be mailed to; the secret of each seat and turn is added after a +. Empty: reports take no
# answer.
ORDERS_MAILBOX = env.str("KALAN_ORDERS_MAILBOX", default="" if PRODUCTION else "ordres@kalan.example")

# Language and time
# --------------------------------------------------------------------------------------------------
LANGUAGE_CODE = "fr"
LANGUAGES = [("fr", _("français"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "Europe/Paris"

# Files
# ------------------------------------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / env.str("KALAN_STATIC_DIR", default=str(DATA_DIR / "static"))
STATICFILES_DIRS = [BASE_DIR / "static"]
MEDIA_ROOT = DATA_DIR / "media"
MEDIA_URL = "/media/"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "apps.site.storage.StaticStorage"},
}
WHITENOISE_USE_FINDERS = False

# Watching
# -----------------------------------------------------------------------------------------------------------
LOG_LEVEL = env.str("KALAN_LOG_LEVEL", default="INFO")
LOG_JSON = env.bool("KALAN_LOG_JSON", default=PRODUCTION)
LOGGING_CONFIG = "config.logs.configure"
LOGGING: dict = {"version": 1}  # empty, Django would not call the function above
SENTRY_DSN = env.str("SENTRY_DSN", default="")
if SENTRY_DSN:
    report_errors_to(SENTRY_DSN)
