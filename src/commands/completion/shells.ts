/** The shells that topo completes in, each with its completion script. */

interface Shell {
  readonly name: string
  /** One line that installs the completion permanently. */
  readonly install: string
  /** Defines the completion; it calls `topo __complete` for words, and runs nothing when the shell starts. */
  readonly script: string
}

/** Completion for bash 3.2 and newer, without the package bash-completion. */
const bash: Shell = {
  name: 'bash',
  install:
    "topo completion bash > ~/.topo-completion.bash && echo '. ~/.topo-completion.bash' >> ~/.bashrc",
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

/** Completion for zsh: source it, or save it as `_topo` in a folder of `fpath`. */
const zsh: Shell = {
  name: 'zsh',
  install:
    "topo completion zsh > ~/.topo-completion.zsh && echo 'source ~/.topo-completion.zsh' >> ~/.zshrc",
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

/** Completion for fish, which loads it from its own folder on demand. */
const fish: Shell = {
  name: 'fish',
  install:
    'mkdir -p ~/.config/fish/completions && topo completion fish > ~/.config/fish/completions/topo.fish',
  script: String.raw`# Completion of topo for fish.
function __topo_complete
  set -l typed (commandline -opc) (commandline -ct)
  set -l answers (topo __complete $typed[2..-1] 2>/dev/null </dev/null)
  set -q answers[2]; and printf '%s\n' $answers[2..-1]
  switch "$answers[1]"
    case files
      __fish_complete_path (commandline -ct)
    case folders
      __fish_complete_directories (commandline -ct) ''
  end
end
complete -c topo -e
complete -c topo -f -k -a '(__topo_complete)'
`,
}

/** Completion for PowerShell 5.1 and newer. */
const powershell: Shell = {
  name: 'powershell',
  install:
    'if (!(Test-Path $PROFILE)) { New-Item -Force $PROFILE }; topo completion powershell | Add-Content $PROFILE',
  /** Writes an empty word as two quotes: PowerShell before 7.3 drops an empty argument. */
  script: String.raw`# Completion of topo for PowerShell.
Register-ArgumentCompleter -Native -CommandName topo -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $typed = @($commandAst.CommandElements | Select-Object -Skip 1 |
    Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
    ForEach-Object { $_.Extent.Text })
  $current = if ($wordToComplete -eq '') { '""' } else { $wordToComplete }
  $answers = @(topo __complete @typed $current 2>$null)
  $answers | Select-Object -Skip 1 | ForEach-Object {
    $word, $about = $_ -split '\t', 2
    if (!$about) { $about = $word }
    [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $about)
  }
}
`,
}

export const shells: readonly Shell[] = [bash, zsh, fish, powershell]
