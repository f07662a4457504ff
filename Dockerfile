# Builds the service with all dependencies, and runs it with production ones as an unprivileged user.
# BUILD_IMAGE has Node 24 and npm, BASE_IMAGE Debian 12. tools/trials/try-image.sh makes both without a registry.
ARG BUILD_IMAGE=docker.io/library/node:24-bookworm-slim
ARG BASE_IMAGE=docker.io/library/debian:bookworm-slim

FROM ${BUILD_IMAGE} AS build
WORKDIR /plinth
COPY package.json package-lock.json .npmrc ./
COPY packages ./packages
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json vite.config.ts ./
COPY bin ./bin
COPY src ./src
COPY portal ./portal
# The portal is built from them.
COPY assets/texts ./assets/texts
COPY assets/portal ./assets/portal
RUN npm run build && npm prune --omit=dev --ignore-scripts && node bin/trim-image.mjs

FROM ${BASE_IMAGE}
ARG VERSION=unknown
ARG REVISION=unknown
LABEL org.opencontainers.image.title=Plinth org.opencontainers.image.licenses=MIT \
  org.opencontainers.image.description="Tells a Canadian listing which building it is in" \
  org.opencontainers.image.version=${VERSION} org.opencontainers.image.revision=${REVISION}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
# Fewer memory pools of the C library: the database engine's threads leave theirs half empty.
ENV MALLOC_ARENA_MAX=2
WORKDIR /plinth
# Without npm, which the service does not use.
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /plinth/package.json ./
COPY --from=build /plinth/node_modules ./node_modules
# node_modules has links to them.
COPY --from=build /plinth/packages/client/package.json ./packages/client/
COPY --from=build /plinth/packages/client/dist ./packages/client/dist
COPY --from=build /plinth/packages/matcher/package.json ./packages/matcher/
COPY --from=build /plinth/packages/matcher/dist ./packages/matcher/dist
COPY --from=build /plinth/dist ./dist
COPY bin/plinth.mjs bin/build.mjs bin/build-reporter.mjs ./bin/
COPY migrations ./migrations
COPY assets ./assets
# The pages that the service shows at /docs.
COPY docs ./docs
COPY LICENSE CHANGELOG.md ./
# Pass SECRET_KEY and DATABASE_URL at run time; the image contains no secret.
RUN echo 'node:x:1000:1000::/data:/usr/sbin/nologin' >> /etc/passwd && echo 'node:x:1000:' >> /etc/group && \
  ln -s /plinth/bin/plinth.mjs /usr/local/bin/plinth && mkdir /data /backups && chown node:node /data /backups && chmod 700 /data /backups
# By number, so that an orchestrator can see that it is not root.
USER 1000:1000
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=8", "bin/plinth.mjs"]
CMD ["serve"]
