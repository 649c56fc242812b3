# One image for every process of a public server; docker-compose.yml says which runs which.
FROM python:3.11-slim AS build
COPY requirements/production.txt /requirements.txt
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir --require-hashes -r /requirements.txt

FROM python:3.11-slim
RUN useradd --system --uid 10001 --create-home kalan && mkdir -p /data && chown kalan /data
COPY --from=build /venv /venv
WORKDIR /app
COPY --chown=kalan . .
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 KALAN_ENVIRONMENT=production KALAN_DATA_DIR=/data KALAN_STATIC_DIR=/app/collected
# Static files belong to the image, not to the data: collected once, with a key that no running process uses.
RUN KALAN_ENVIRONMENT=development KALAN_DATA_DIR=/tmp/build python manage.py collectstatic --noinput --verbosity 0
USER kalan
EXPOSE 8000
CMD ["gunicorn", "config.wsgi:application", "--bind", "0.0.0.0:8000", "--workers", "4", "--threads", "4", "--max-requests", "5000", "--max-requests-jitter", "500", "--log-level", "warning"]
