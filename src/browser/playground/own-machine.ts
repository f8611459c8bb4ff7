/** Says how to go on with a script on one's own machine. */
import { dialogOf, element } from '../../render/player/index.ts'

export function ownMachineDialog(): HTMLDialogElement {
  const commands = [
    ['Install topo:', 'npm install --global topo-cli'],
    ['Save the script with the button, then see it change while you edit:', `topo preview ${FILE}`],
    ['Send it to the service of your team:', `topo push ${FILE}`],
  ] as const
  const steps = commands.map(([text, command]) =>
    element('li', {}, text, element('pre', { tabindex: '0' }, command)),
  )
  return dialogOf('Open on your machine', element('ol', { class: 'steps' }, ...steps))
}

const FILE = 'diagram.topology.js'
