# Halftone as a command: no root, no network, one volume for data. Lines to use it are in docs/container.md.
FROM node:24-slim AS build
WORKDIR /halftone
COPY . .
RUN npm ci --no-audit --no-fund
RUN npm run build
RUN npm prune --omit=dev --no-workspaces --no-audit --no-fund

FROM node:24-slim
COPY --from=build /halftone/package.json /halftone/package.json
COPY --from=build /halftone/node_modules /halftone/node_modules
COPY --from=build /halftone/dist /halftone/dist
# A user of the image that is not root; --user takes yours, so that what is written is your own.
USER node
VOLUME /data
WORKDIR /data
ENTRYPOINT ["node", "/halftone/dist/cli/halftone.js"]
CMD ["--help"]
