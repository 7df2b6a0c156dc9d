"""Headers that keep personal texts from leaking, on every answer; whom to believe about TLS."""

from __future__ import annotations

from flask import Flask, Response
from werkzeug.middleware.proxy_fix import ProxyFix

from webapp.platform.config import Config

CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "font-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)

OF_PARTS = {
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""What matters of scripts, style sheets and fonts, which are never shown by themselves."""

HEADERS = OF_PARTS | {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Referrer-Policy": "same-origin",  # CSRF over TLS checks the referrer; others get none
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "X-Frame-Options": "DENY",
}


def init_app(app: Flask) -> None:
    """Set the headers, forbid keeping a copy, and believe as many proxies as the settings name."""
    config: Config = app.extensions["palimpsest"]
    headers = {**with_tls(config, HEADERS), "Cache-Control": "no-store"}

    @app.after_request
    def set_headers(response: Response) -> Response:
        for name, value in headers.items():
            response.headers.setdefault(name, value)
        return response

    if proxies := config.trusted_proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies)  # type: ignore[method-assign]  # Flask's way to add middleware


def with_tls(config: Config, headers: dict[str, str]) -> dict[str, str]:
    """Add what every answer carries in production, which insists on TLS."""
    if config.is_production:
        return {**headers, "Strict-Transport-Security": "max-age=31536000"}
    return headers
