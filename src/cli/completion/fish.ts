/** Completion for fish, which loads it from its own folder on demand. */
import type { Shell } from './shell.ts'

export const fish: Shell = {
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
