/** Completion for bash 3.2 and newer, without the package bash-completion. */
import type { Shell } from './shell.ts'

export const bash: Shell = {
  name: 'bash',
  install: "topo completion bash > ~/.topo-completion.bash && echo '. ~/.topo-completion.bash' >> ~/.bashrc",
  /**
   * bash takes words apart at = and :, so they are put together again for topo, and what stands before the
   * cursor's part is taken off the answers. `compgen -W` is not used: it would run what stands in its words.
   */
  script: String.raw`# Completion of topo for bash.
_topo() {
  local word part last= answers= line files=
  local -a words=()
  local at
  for ((at = 1; at <= COMP_CWORD; at++)); do
    part=\${COMP_WORDS[at]}
    if ((\${#words[@]})) && { [[ $part == [=:]* ]] || [[ $last == *[=:] ]]; }; then
      words[\${#words[@]}-1]+=$part
    else
      words+=("$part")
    fi
    last=$part
  done
  word=\${words[\${#words[@]}-1]}
  part=\${COMP_WORDS[COMP_CWORD]}
  [[ $part == [=:] ]] && part=
  COMPREPLY=()
  answers=$(topo __complete "\${words[@]}" 2>/dev/null </dev/null) || return 0
  while IFS= read -r line; do
    if [[ -z $files ]]; then
      files=$line
    else
      line=\${line%%$'\t'*}
      COMPREPLY+=("\${line#"\${word%"$part"}"}")
    fi
  done <<< "$answers"
  # Where nothing else fits, bash completes names of files itself, and quotes them.
  case $files in
    files) compopt -o default +o dirnames 2>/dev/null ;;
    folders) compopt +o default -o dirnames 2>/dev/null ;;
    *) compopt +o default +o dirnames 2>/dev/null ;;
  esac
  return 0
}
complete -o default -F _topo topo
`.replaceAll('\\$', '$'),
}
