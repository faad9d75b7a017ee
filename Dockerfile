# Runs Uptide on your own machine: docker build -t uptide . && docker run -p 8787:8787 -v uptide:/state uptide
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY . .
# Installs the packages.
RUN npm run build

FROM node:24-bookworm-slim
# The certificate authorities that checks and alerts trust.
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates iputils-ping \
  && rm -rf /var/lib/apt/lists/* \
  && mkdir /state \
  && chown node:node /state
WORKDIR /app
COPY --from=build /app /app
ENV HOST=0.0.0.0 PORT=8787 STATE_DIR=/state
USER node
VOLUME /state
EXPOSE 8787
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/run.mjs", "start"]
