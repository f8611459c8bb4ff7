/** Says how to go on with a script on one's own machine. */
import { dialogOf, element } from '../../render/player/index.ts'

/** @param install the package of topo, as in `PageData` */
export function ownMachineDialog(install: string): HTMLDialogElement {
  const isFile = install.startsWith('./')
  const installing = isFile
    ? 'Install topo. “npm pack” in a clone creates this file:'
    : 'Install topo:'
  const commands = [
    [installing, `npm install --global ${install}`],
    ['Save the script with the button, then see it change while you edit:', `topo preview ${FILE}`],
    ['Send it to the service of your team:', `topo push ${FILE}`],
  ] as const
  const steps = commands.map(([text, command]) =>
    element('li', {}, text, element('pre', { tabindex: '0' }, command)),
  )
  return dialogOf('Open on your machine', element('ol', { class: 'steps' }, ...steps))
}

const FILE = 'diagram.topology.js'
