"""Errors told to a Sentry server when SENTRY_DSN names one: where they happened, never what anybody wrote or
who asked."""

NOTHING_PERSONAL = {
    "send_default_pii": False,
    "include_local_variables": False,  # orders, letters and codes live there
    "max_request_body_size": "never",
    "traces_sample_rate": 0.0,
}


def report_errors_to(dsn: str) -> None:
    try:
        import sentry_sdk
    except ImportError:
        raise SystemExit(
            "SENTRY_DSN is set, but sentry-sdk is not installed: use requirements/production.txt."
        ) from None
    sentry_sdk.init(dsn=dsn, **NOTHING_PERSONAL)
