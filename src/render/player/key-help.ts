/** The list of all keys, in a dialog. */
import { button, dialogOf, element } from './view/element.ts'

const keys: readonly (readonly [keys: string, does: string])[] = [
  ['/', 'Find a node or a connection'],
  ['Tab', 'From the picture to its nodes'],
  ['← ↑ → ↓', 'Move the picture; on a node, go to the next one'],
  ['] [', 'On a node, go through its connections'],
  ['Enter', 'Show the card'],
  ['1 2 3', 'How many connections away stay lit'],
  ['f o', 'Fit what is lit, show only that'],
  ['Space', 'Play or pause; on a group, fold or open it'],
  [', .', 'Previous or next step'],
  ['+ − 0', 'Zoom in, zoom out, show all'],
  ['s', 'Save or copy the picture'],
  ['p', 'Present: ← → steps, ↑ ↓ scenarios'],
  ['Escape', 'Go back'],
  ['?', 'These keys'],
]

export class KeyHelp {
  readonly box = dialogOf(
    'Keys',
    element(
      'dl',
      {},
      ...keys.flatMap(([names, does]) => {
        const signs = names.split(' ').map((name) => element('kbd', {}, name))
        return [element('dt', {}, ...signs), element('dd', {}, does)]
      }),
    ),
  )
  readonly button = button('help', 'Keys', () => this.box.showModal())
}
