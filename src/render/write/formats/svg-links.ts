/** Links in an SVG file: addresses of descriptions, and other diagrams of the same set. */

import { escapeXml, tag } from '../../../text/safe/for-xml.ts'
import { addressesWithPlaces, linkOut } from '../../../text/web-addresses.ts'
import { stackOf } from '../../picture/measure.ts'
import { lowerRight, short } from '../../picture/outline.ts'
import type { PictureNode, Point } from '../../picture/picture.ts'
import type { OtherDiagram, PictureSet } from '../picture-set.ts'

/** Titles in a tooltip; the others are counted. */
const MOST_TITLES = 5

/** Makes the links of nodes. */
export interface NodeLinks {
  /** Words for the tooltip. */
  readonly words: (node: PictureNode) => string | null
  /** Markup of the lines of a description. */
  readonly lines: (node: PictureNode) => readonly string[]
  /** Makes a link of a drawn box or title. */
  readonly box: (node: PictureNode, drawn: string) => string
  /** For a box that leads to another diagram: its parts that cannot be in that link, and signs. */
  readonly besideBox: (node: PictureNode, parts: readonly string[]) => readonly string[]
  /** For a title that leads to another diagram: signs. */
  readonly besideTitle: (node: PictureNode, start: Point) => readonly string[]
}

export const linksOf = (set: PictureSet): NodeLinks => ({
  words: (node) => elsewhereInWords(node, set),
  lines: linkedLines,
  box: (node, drawn) => linkBox(node, set, drawn),
  besideBox: (node, parts) => (onlyOther(node, set) ? besideBox(node, parts) : []),
  besideTitle: (node, start) => (onlyOther(node, set) ? addressSigns(node, start) : []),
})

const onlyOther = ({ key }: PictureNode, { elsewhere }: PictureSet): OtherDiagram | undefined => {
  const others = elsewhere.get(key)
  return others?.count === 1 ? others.links[0] : undefined
}

/**
 * Makes a link of a box, or of the title of a group: to the only other diagram that draws it, else to the only address of its
 * description. A box whose addresses are drawn has them as links, and links cannot be nested.
 * @param drawn markup, in which texts are escaped: only a link can start like one
 */
function linkBox(node: PictureNode, set: PictureSet, drawn: string): string {
  if (drawn.includes('<a ')) return drawn
  const other = onlyOther(node, set)
  if (other) {
    const name = `${node.label} in ${other.title}`
    return tag('a', { href: other.href, 'aria-label': name }, drawn)
  }
  const [address, ...more] = addressesWithPlaces(node.description ?? '')
  if (!address || more.length > 0) return drawn
  return tag('a', { ...linkOut(address.href), 'aria-label': nameOf(node, address.href) }, drawn)
}

const nameOf = ({ label }: PictureNode, href: string): string => `${label}: ${href}`

/** Lines of the description with links, and signs. @param parts of the box */
const besideBox = (node: PictureNode, parts: readonly string[]): string[] => [
  ...parts.filter((part) => part.includes('<a ')),
  ...addressSigns(node, cornerOf(node)),
]

function cornerOf({ shape, width, height, replicas }: PictureNode): Point {
  const stack = stackOf({ replicas })
  return lowerRight(shape, width - stack, height - stack)
}

/** Signs of one node. */
const MOST_SIGNS = 3
/** Pixels that a finger needs. */
const SIGN_SPACE = 24

/**
 * Links to the addresses of a description, beside a box or a title that leads elsewhere. Those that
 * are drawn as text need none.
 * @param corner where the last sign of a box is, and the first one of a title
 */
function addressSigns(node: PictureNode, corner: Point): string[] {
  const { isFrame } = node
  const addresses = addressesWithPlaces(node.description ?? '')
  const lines = isFrame ? [] : placedLines(node)
  const hidden = addresses.filter((address) => !lines.some((line) => isIn(line, address)))
  const hrefs = [...new Set(hidden.map(({ href }) => href))].slice(0, MOST_SIGNS)
  return hrefs.map((href, i) => {
    const x = corner.x + (isFrame ? i : i + 1 - hrefs.length) * SIGN_SPACE
    return addressSign(nameOf(node, href), href, { x, y: corner.y })
  })
}

/** An arrow in a small circle. */
const addressSign = (name: string, href: string, { x, y }: Point): string =>
  tag(
    'a',
    {
      class: 'out',
      ...linkOut(href),
      'aria-label': name,
      transform: `translate(${short(x)} ${short(y)})`,
    },
    tag('title', {}, escapeXml(name)),
    tag('circle', { r: SIGN_SPACE / 2, 'fill-opacity': 0 }),
    tag('circle', { class: 'body', r: 8 }),
    tag('path', { class: 'icon', d: 'M-3 3L3-3M-2-3H3V2' }),
  )

/** For the tooltip; null for a node that no other diagram draws. */
function elsewhereInWords({ key }: PictureNode, { elsewhere }: PictureSet): string | null {
  const others = elsewhere.get(key)
  if (!others) return null
  const titles = others.links.slice(0, MOST_TITLES).map(({ title }) => title)
  const left = others.count - titles.length
  return `also in ${titles.join(', ')}${left === 0 ? '' : ` and ${left} more`}`
}

/** The lines of the description as markup. An address that is broken into lines is a link in each of them. */
function linkedLines(node: PictureNode): string[] {
  const addresses = addressesWithPlaces(node.description ?? '')
  return placedLines(node).map((line) => linkedLine(line, addresses))
}

interface PlacedLine {
  readonly line: string
  /** In the description. */
  readonly lineStart: number
}

function placedLines({ about = [], description }: PictureNode): PlacedLine[] {
  const text = description ?? ''
  let end = 0
  return about.map((line) => {
    // The last line may be cut.
    const lineStart = text.indexOf(line.replace(/…$/, ''), end)
    end = lineStart + line.length
    return { line, lineStart }
  })
}

type Address = ReturnType<typeof addressesWithPlaces>[number]

/** The part of an address that a line shows. */
const partIn = ({ line, lineStart }: PlacedLine, { href, start }: Address) => ({
  from: Math.max(0, start - lineStart),
  to: Math.min(line.length, start + href.length - lineStart),
})

function isIn(line: PlacedLine, address: Address): boolean {
  const { from, to } = partIn(line, address)
  return to > from
}

function linkedLine(placed: PlacedLine, addresses: readonly Address[]): string {
  const { line } = placed
  const parts: string[] = []
  let end = 0
  for (const address of addresses) {
    const { from, to } = partIn(placed, address)
    if (to <= from) continue
    parts.push(escapeXml(line.slice(end, from)))
    parts.push(tag('a', linkOut(address.href), escapeXml(line.slice(from, to))))
    end = to
  }
  return [...parts, escapeXml(line.slice(end))].join('')
}
