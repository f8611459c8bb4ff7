/** Completion for bash 3.2 and newer, without the package bash-completion. */
import type { Shell } from './shell.ts'

export const bash: Shell = {
  name: 'bash',
  install: "topo completion bash > ~/.topo-completion.bash && echo '. ~/.topo-completion.bash' >> ~/.bashrc",
  /**
   * bash splits words at = and :. So the script joins them again for topo, and removes from the answers what
   * precedes the cursor's part. It does not use `compgen -W`, which would execute the words.
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
  # If nothing else matches, bash completes file names itself and quotes them.
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
