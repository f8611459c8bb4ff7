/** Searches the index of a site: shows the diagrams with all words and the pressed tag, and links the nodes that have the words. */
import { counted } from '../../text/words.ts'
import { addressOfNode } from './explore/address.ts'
import { plain } from './explore/matches.ts'
import { element } from './view/element.ts'

/** A diagram in the data of the page, in the order of the cards. */
export interface SearchedDiagram {
  readonly page: string
  readonly texts: readonly string[]
  readonly tags: readonly string[]
  readonly nodes: readonly (readonly [key: string, label: string])[]
}

/** Links below a card. */
const MOST_NODES = 8

const box = document.querySelector<HTMLElement>('.filter') as HTMLElement
const input = box.querySelector('input') as HTMLInputElement
const buttons = [...box.querySelectorAll('button')]
const cards = [...document.querySelectorAll<HTMLElement>('.scripts>li')]
const data = JSON.parse(
  document.querySelector('#diagrams')?.textContent ?? '[]',
) as SearchedDiagram[]
const diagrams = data.map(({ texts, nodes, ...rest }) => ({
  ...rest,
  nodes: nodes.map(([key, label]) => ({
    key,
    label,
    text: plain(`${label}\n${key}`),
  })),
  text: plain([...texts, ...nodes.flat()].join('\n')),
}))

function search() {
  const words = plain(input.value).split(/\s+/).filter(Boolean)
  const tag = buttons.find((button) => button.ariaPressed === 'true')?.textContent
  let count = 0
  for (const [index, { page, tags, nodes, text }] of diagrams.entries()) {
    const card = cards[index] as HTMLElement
    const hasWords = words.every((word) => text.includes(word))
    const hasTag = tag == null || tags.includes(tag)
    card.hidden = !hasWords || !hasTag
    if (!card.hidden) count++
    const found =
      card.hidden || words.length === 0
        ? []
        : nodes.filter((node) => words.every((word) => node.text.includes(word)))
    const links = found
      .slice(0, MOST_NODES)
      .map(({ key, label }) => element('a', { href: `${page}#${addressOfNode(key)}` }, label))
    const list = card.querySelector('.found') as HTMLElement
    list.replaceChildren(...links)
    list.hidden = links.length === 0
  }
  const output = box.querySelector('output') as HTMLOutputElement
  const all = counted(cards.length, 'diagram')
  output.value = count === cards.length ? all : `${count} of ${all}`
}

input.addEventListener('input', search)
for (const button of buttons)
  button.addEventListener('click', () => {
    const presses = button.ariaPressed !== 'true'
    for (const one of buttons) one.ariaPressed = String(one === button && presses)
    search()
  })
box.hidden = false
search()
