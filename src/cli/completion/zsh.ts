/** Completion for zsh: source it, or save it as `_topo` in a folder of `fpath`. */
import type { Shell } from './shell.ts'

export const zsh: Shell = {
  name: 'zsh',
  install: "topo completion zsh > ~/.topo-completion.zsh && echo 'source ~/.topo-completion.zsh' >> ~/.zshrc",
  /** `compinit` is slow, so it only runs if it has not run before. */
  script: String.raw`#compdef topo
# Completion of topo for zsh.
_topo() {
  local line files
  local -a answers described
  answers=("\${(@f)$(topo __complete "\${(@Q)words[2,CURRENT]}" 2>/dev/null </dev/null)}")
  files=$answers[1]
  for line in "\${(@)answers[2,-1]}"; do
    line=\${line//:/\\:}
    line=\${line/$'\t'/:}
    described+=("\${line%:}")
  done
  (( $#described )) && _describe topo described
  [[ $PREFIX == --*=* ]] && compset -P '*='
  case $files in
    files) _files ;;
    folders) _files -/ ;;
  esac
}
if [[ $funcstack[1] == _topo ]]; then
  _topo "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
  compdef _topo topo
fi
`.replaceAll('\\$', '$'),
}
