# Four stages: front-end packages, Python packages, the ontology compiled from both, and what runs,
# which reaches for no network.

FROM node:22-slim AS frontend
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts

FROM python:3.11-slim AS packages
WORKDIR /app
RUN python -m venv /app/.venv
ENV PATH=/app/.venv/bin:$PATH
COPY requirements.lock ./
# torch stands beside the lock file, as in the Makefile: --build-arg TORCH=… for another build of it.
ARG TORCH=torch==2.13.0
RUN pip install --no-cache-dir --no-deps --require-hashes -r requirements.lock \
    && pip install --no-cache-dir "$TORCH"
COPY pyproject.toml hatch_build.py README.md LICENSE NOTICE wsgi.py ./
COPY names names
COPY annotation annotation
COPY ontology ontology
COPY learning learning
COPY masking masking
COPY palimpsest palimpsest
COPY privacy privacy
COPY selection selection
COPY webapp webapp
COPY research research
COPY migrations migrations
COPY templates templates
COPY static static
COPY --from=frontend /build/node_modules/htmx.org/dist/htmx.min.js static/vendor/
COPY --from=frontend /build/node_modules/@fontsource/literata/files/literata-latin-400-normal.woff2 \
    /build/node_modules/@fontsource/literata/files/literata-latin-ext-400-normal.woff2 static/vendor/
COPY --from=frontend /build/node_modules/@fontsource/literata/LICENSE static/vendor/literata-licence.txt
RUN pip install --no-cache-dir --no-deps --no-build-isolation --editable . --editable ./research

FROM packages AS ontology
COPY --from=frontend /build/node_modules node_modules
RUN palimpsest ontology build --output /ontology

FROM python:3.11-slim
# LightGBM computes with OpenMP.
RUN apt-get update && apt-get install --yes --no-install-recommends libgomp1 \
    && rm -rf /var/lib/apt/lists/*
RUN useradd --create-home --uid 10001 palimpsest \
    && install --directory --owner palimpsest --mode 0700 /var/lib/palimpsest
COPY --from=packages /app /app
COPY --from=ontology /ontology /usr/share/palimpsest/ontology
ENV PATH=/app/.venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PALIMPSEST_ENV=production \
    PALIMPSEST_HOME=/var/lib/palimpsest \
    PALIMPSEST_ONTOLOGY=/usr/share/palimpsest/ontology
WORKDIR /app
USER palimpsest
VOLUME /var/lib/palimpsest
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/login', timeout=4)"]
CMD ["palimpsest", "serve", "--host", "0.0.0.0"]
