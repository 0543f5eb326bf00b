# Selo in a container: docs/containers.md. The last stage runs nothing while it is built, so that any base with Node will do.
ARG NODE=node:24-slim
ARG GO=golang:1.26

FROM ${GO} AS k6
WORKDIR /build
COPY load/k6/go.mod load/k6/go.sum ./
RUN CGO_ENABLED=0 go build -trimpath -ldflags=-s -o /k6 go.k6.io/k6/v2

FROM ${NODE} AS package
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm install --no-save --ignore-scripts --no-audit --no-fund
COPY . .
# what the package runs on as the lock file has it, without the Nodes for machines that have none
RUN node --disable-warning=ExperimentalWarning tools/package/build.ts \
  && mv node_modules/.cache/package/selo /selo \
  && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/.cache node_modules/node-*-* \
  && mv node_modules /selo/node_modules \
  && mkdir -p /empty

FROM ${NODE} AS selo
COPY --from=k6 /k6 /usr/local/bin/k6
COPY --from=package /selo /selo
# a new volume there belongs to whom the folder belongs to
COPY --from=package --chown=1000:1000 /empty /app/reports
USER 1000:1000
WORKDIR /app
HEALTHCHECK --interval=5s --start-period=10s CMD ["node", "/selo/fixtures/containers/healthcheck.js"]
ENTRYPOINT ["node", "--disable-warning=ExperimentalWarning", "/selo/cli/selo.js"]
CMD ["--help"]
