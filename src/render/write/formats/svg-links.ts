/** Links in an SVG file: addresses of descriptions, and other diagrams of the same set. */

import { escapeXml, tag } from '../../../text/safe/for-xml.ts'
import { addressesWithPlaces, linkOut } from '../../../text/web-addresses.ts'
import type { PictureNode } from '../../picture/picture.ts'
import type { PictureSet } from '../picture-set.ts'
import type { NodeLinks } from './svg-node.ts'

/** Titles in a tooltip; the others are counted. */
const MOST_TITLES = 5

export const linksOf = (set: PictureSet): NodeLinks => ({
  words: (node) => elsewhereInWords(node, set),
  lines: linkedLines,
  box: (node, drawn) => linkBox(node, set, drawn),
})

/**
 * Makes a link of a box, or of the title of a group: to the only other diagram that draws it, else to the only address of its
 * description. A box whose addresses are drawn has them as links, and links cannot be nested.
 * @param drawn markup, in which texts are escaped: only a link can start like one
 */
function linkBox(node: PictureNode, set: PictureSet, drawn: string): string {
  if (drawn.includes('<a ')) return drawn
  const others = set.elsewhere.get(node.key)
  const [only] = others?.count === 1 ? others.links : []
  if (only) {
    const name = `${node.label} in ${only.title}`
    return tag('a', { href: only.href, 'aria-label': name }, drawn)
  }
  const [address, ...more] = others ? [] : addressesWithPlaces(node.description ?? '')
  if (!address || more.length > 0) return drawn
  return tag(
    'a',
    { ...linkOut(address.href), 'aria-label': `${node.label}: ${address.href}` },
    drawn,
  )
}

/** For the tooltip; null for a node that no other diagram draws. */
function elsewhereInWords({ key }: PictureNode, { elsewhere }: PictureSet): string | null {
  const others = elsewhere.get(key)
  if (!others) return null
  const titles = others.links.slice(0, MOST_TITLES).map(({ title }) => title)
  const left = others.count - titles.length
  return `also in ${titles.join(', ')}${left === 0 ? '' : ` and ${left} more`}`
}

/** The lines of the description as markup. An address that is broken into lines is a link in each of them. */
function linkedLines({ about = [], description }: PictureNode): string[] {
  const text = description ?? ''
  const addresses = addressesWithPlaces(text)
  let end = 0
  return about.map((line) => {
    // The last line may be cut.
    const start = text.indexOf(line.replace(/…$/, ''), end)
    end = start + line.length
    return linkedLine(line, start, addresses)
  })
}

type Addresses = ReturnType<typeof addressesWithPlaces>

function linkedLine(line: string, lineStart: number, addresses: Addresses): string {
  const parts: string[] = []
  let end = 0
  for (const { href, start } of addresses) {
    const from = Math.max(0, start - lineStart)
    const to = Math.min(line.length, start + href.length - lineStart)
    if (to <= from) continue
    parts.push(escapeXml(line.slice(end, from)))
    parts.push(tag('a', linkOut(href), escapeXml(line.slice(from, to))))
    end = to
  }
  return [...parts, escapeXml(line.slice(end))].join('')
}
