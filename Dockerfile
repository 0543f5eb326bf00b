# Selo in a container: docs/containers.md. The last stage has no RUN, so that it works on any base image with Node.
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
# the package with its locked dependencies, without the packaged Nodes
RUN node --disable-warning=ExperimentalWarning tools/package/build.ts \
  && mv node_modules/.cache/package/selo /selo \
  && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/.cache node_modules/node-*-* \
  && mv node_modules /selo/node_modules \
  && mkdir -p /empty

FROM ${NODE} AS selo
COPY --from=k6 /k6 /usr/local/bin/k6
COPY --from=package /selo /selo
# a new volume gets the owner of the folder that it is mounted on
COPY --from=package --chown=1000:1000 /empty /app/reports
USER 1000:1000
WORKDIR /app
HEALTHCHECK --interval=5s --start-period=10s CMD ["node", "/selo/fixtures/containers/healthcheck.js"]
ENTRYPOINT ["node", "--disable-warning=ExperimentalWarning", "/selo/cli/selo.js"]
CMD ["--help"]
