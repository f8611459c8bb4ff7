#!/bin/sh
# Shows the diagrams that a branch changes at addresses of their own, and takes them back once it is merged.
#
#   diagrams-preview.sh show NUMBER BASE   publishes each changed diagram as pr-NUMBER-<slug>
#   diagrams-preview.sh hide NUMBER        makes all of these private again; nothing is deleted
#
# Needs TOPO_BASE_URL and TOPO_API_KEY, and to show the history back to BASE.
set -euf

case ${2:-} in
  '' | *[!0-9]*)
    echo "usage: $0 show NUMBER BASE | hide NUMBER" >&2
    exit 2
    ;;
esac
prefix="pr-$2-"

show() {
  changed=$(git -c core.quotePath=false diff --relative --name-only --diff-filter=d "$1...HEAD" -- \
    '*.topology.js' '*.topology.ts')
  printf '%s\n' "$changed" | while IFS= read -r file; do
    [ -n "$file" ] || continue
    # Pushed under the slug that it names, a preview would go over the diagram itself.
    if grep -q '^slug:' "$file"; then
      echo "$file names its slug itself, so that it has no preview" >&2
      continue
    fi
    copy="$(dirname "$file")/$prefix$(basename "$file")"
    cp "$file" "$copy"
    topo push "$copy" --on-conflict overwrite >&2
    topo publish "$copy"
    rm "$copy"
  done
}

hide() {
  scripts=$(topo script list --all)
  for slug in $(printf '%s\n' "$scripts" | cut -f 1); do
    case $slug in
      "$prefix"*) topo script unpublish "$slug" ;;
    esac
  done
}

case $1 in
  show) show "$3" ;;
  hide) hide ;;
esac
