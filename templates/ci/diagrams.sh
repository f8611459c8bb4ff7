#!/bin/sh
# Checks the diagrams, for any CI system that has a shell, git and Node 20.19 or newer.
#
#   diagrams.sh              checks them; needs no key
#   diagrams.sh review BASE  draws what has changed since a commit to diagrams-review/; needs no key
#   diagrams.sh publish      publishes them as well: for the main branch, one run at a time
#   diagrams.sh drift        fails where the service holds something else than the repository
#
# To publish and to look for drift it needs TOPO_BASE_URL and TOPO_API_KEY.
set -eu

npm install --global topo-cli@0.1.0
topo validate --fail-on warning
case ${1:-} in
  '') ;;
  review) topo script review "${2:?the commit to compare with}" --output diagrams-review ;;
  publish) topo push --on-conflict overwrite --if-newer --fail-on warning ;;
  drift) topo status --exit-code ;;
  *)
    echo "usage: $0 [review BASE | publish | drift]" >&2
    exit 2
    ;;
esac
