# topo in a container: docker run --rm --volume "$PWD:/work" topo validate
# To write files, run it as the owner of the folder: --user "$(id -u):$(id -g)"
FROM node:24-alpine AS build
WORKDIR /topo
COPY . .
RUN npm ci --ignore-scripts && npm run build && npm pack --ignore-scripts

FROM node:24-alpine
# Git names what changed, for "--changed" and "script review".
RUN apk add --no-cache git
COPY --from=build /topo/topo-cli-*.tgz /tmp/
RUN npm install --global --ignore-scripts --no-fund --no-audit /tmp/topo-cli-*.tgz \
  && rm -r /tmp/topo-cli-*.tgz /root/.npm \
  && mkdir /work && chown node:node /work \
  # The folder belongs to whoever mounted it.
  && git config --system --add safe.directory /work
USER node
WORKDIR /work
ENTRYPOINT ["topo"]
CMD ["--help"]
