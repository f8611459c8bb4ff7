#!/bin/sh
# Validates the diagrams in any CI system with a shell, git and Node 20.19, 22.12 or newer.
#
#   diagrams.sh              validates the diagrams; needs no key
#   diagrams.sh review BASE  also draws changes since a commit to diagrams-review/, and fails if a Markdown block or a
#                            picture no longer shows its diagram; needs no key
#   diagrams.sh publish      also publishes the diagrams: for the main branch, one run at a time
#   diagrams.sh drift        also checks for drift: fails if service and repository differ. Without --all it leaves out
#                            scripts that only the service has, which other repositories may have pushed.
#
# publish and drift need TOPO_BASE_URL and TOPO_API_KEY. Keep .topo/remote.json between the runs: it tells which commit was
# pushed, so that a run asks only for what changed. They also need the full history of the repository.
#
# If other repositories push with the same account, give each its own slugs: set a prefix in topo.config.json, such as
# "slug": "payments-{name}". A script of another repository with other text is never overwritten (exit 6); --adopt takes it over.
set -eu

# A folder of its own: the user of the job may not write to that of the machine.
npm_config_prefix=$(mktemp -d)
trap 'rm -rf "$npm_config_prefix"' EXIT
export npm_config_prefix PATH="$npm_config_prefix/bin:$PATH"
npm install --global topo-cli@0.1.0
topo validate --fail-on warning

# Runs a command again after a pause, if the service is away or limits requests (exit code 75). A push resumes.
patiently() {
  for pause in 60 120; do
    code=0
    "$@" || code=$?
    [ "$code" = 75 ] || return "$code"
    sleep "$pause"
  done
  "$@"
}
case ${1:-} in
  '') ;;
  review) topo script review "${2:?the commit to compare with}" --output diagrams-review --fail-on warning ;;
  publish) patiently topo push --incremental --if-newer --on-conflict overwrite --fail-on warning ;;
  drift) patiently topo status --all --exit-code ;;
  *)
    echo "usage: $0 [review BASE | publish | drift]" >&2
    exit 2
    ;;
esac
