/** The stage and its buttons. */
import { button, element } from './view/element.ts'
import type { View } from './view/view.ts'

const help =
  'Diagram. Arrow keys: move. Plus, minus: zoom. 0: show all. Slash: find. Tab: go to its nodes. Space: play or pause. Comma, full stop: previous or next step. Question mark: all keys.'

export const stageOf = (): HTMLElement =>
  element('div', { class: 'stage', tabindex: 0, role: 'group', 'aria-label': help })

/** In the upper corner. */
export function toolsOf(find: () => void, ...others: readonly HTMLElement[]): HTMLElement {
  const search = button('find', 'Find', find)
  search.append(
    element('span', { class: 'label' }, 'Find'),
    element('kbd', { 'aria-hidden': 'true' }, '/'),
  )
  return element('div', { class: 'tools', role: 'group', 'aria-label': 'Tools' }, search, ...others)
}

/** In the lower corner, one below the other. */
export const zoomOf = (view: View, ...others: readonly HTMLElement[]): HTMLElement =>
  element(
    'div',
    { class: 'buttons zoom', role: 'group', 'aria-label': 'Zoom' },
    button('closer', 'Zoom in', () => view.zoom(1.4)),
    button('farther', 'Zoom out', () => view.zoom(1 / 1.4)),
    button('whole', 'Show all', () => view.fit()),
    ...others,
  )
