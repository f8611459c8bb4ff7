/** Shows the list of scripts with their finding counts; hidden for a single script. */
import { element } from '../../render/player/index.ts'
import { counted } from '../../text/words.ts'
import type { Entry } from '../sheet.ts'
import { getElement } from './panels.ts'

export function showList(
  entries: readonly Entry[],
  current: string | undefined,
  choose: (path: string) => void,
): void {
  const list = getElement('#scripts')
  getElement('nav').hidden = entries.length < 2
  const focused = [...list.querySelectorAll('button')].indexOf(
    document.activeElement as HTMLButtonElement,
  )
  const rows = entries.map((entry) => row(entry, entry.path === current, choose))
  list.replaceChildren(...rows.map((one) => element('li', {}, one)))
  list.querySelectorAll('button')[focused]?.focus()
}

function row(
  { path, title, errors, warnings }: Entry,
  isCurrent: boolean,
  choose: (path: string) => void,
) {
  const [count, severity] = errors > 0 ? [errors, 'error'] : [warnings, 'warning']
  const said =
    count === 0 ? [] : [element('span', { class: `count ${severity}` }, counted(count, severity))]
  const button = element(
    'button',
    { type: 'button', title: path, 'aria-current': isCurrent ? 'true' : undefined },
    element('span', {}, title),
    ...said,
  )
  button.addEventListener('click', () => choose(path))
  return button
}
