/** A page that compares two versions of a diagram: before, both, after, and a list of changes to jump to. */

import { escapeXml, tag } from '../../text/safe/for-xml.ts'
import { counted } from '../../text/words.ts'
import { type StyleSetting, styleOf, themeIn } from '../picture/look/style.ts'
import type { Theme } from '../picture/look/theme.ts'
import type { ComparedPictures } from '../picture/picture.ts'
import { emptyAddress, formatAddress } from '../player/explore/address.ts'
import type { ChangeOfSubject } from '../player/explore/explorer.ts'
import { drawing } from '../write/formats/svg.ts'
import { text } from '../write/formats/text.ts'
import { comparisonStyle } from './comparison-style.ts'
import { pageOf, scrolls } from './document.ts'
import { embed, policy } from './embed.ts'
import { playerStyle } from './style.ts'

/** A line of the list of changes. */
export interface ListedChange {
  readonly change: 'added' | 'removed' | 'changed' | 'renamed'
  /** The link opens it; undefined if it is not drawn, such as a tag of the script. */
  readonly target?: { readonly kind: 'node' | 'edge' | 'scenario'; readonly id: string } | undefined
  readonly text: string
  /** The differences, a value each, for the card. */
  readonly details: readonly string[]
}

export interface ComparisonPage {
  readonly pictures: ComparedPictures
  readonly changes: readonly ListedChange[]
  /** A sentence on what the pictures leave out. */
  readonly note?: string | undefined
}

interface ComparisonLook {
  readonly theme: Theme
  readonly style: StyleSetting | undefined
  /** Address of the page that lists all comparisons. */
  readonly index?: string | undefined
}

export function comparisonDocument(
  { pictures, changes, note }: ComparisonPage,
  look: ComparisonLook,
): string {
  const { style, index } = look
  const theme = themeIn(styleOf(style), look.theme)
  const before = { ...pictures.before, style }
  const both = { ...pictures.both, style }
  const after = { ...pictures.after, style }
  const content = [
    ...(note === undefined ? [] : [tag('p', { class: 'left-out' }, escapeXml(note))]),
    '<div class="comparing">',
    embed(
      { picture: both, versions: { before, after }, changes: changes.flatMap(ofSubject) },
      theme,
      true,
    ),
    tag('template', { id: 'before' }, drawing(before, theme)),
    tag('template', { id: 'after' }, drawing(after, theme)),
    listOf(changes),
    '</div>',
    description('Text description of the older version', before, text.write),
    description('Text description of the newer version', after, text.write),
  ]
  const back = index === undefined ? undefined : { href: index, text: 'All changes' }
  return pageOf(both.title, theme, content, { style: playerStyle + comparisonStyle, policy, back })
}

function ofSubject({ target, details }: ListedChange): ChangeOfSubject[] {
  if (target === undefined || target.kind === 'scenario' || details.length === 0) return []
  return [{ subject: { type: target.kind, id: target.id }, details }]
}

function description<P>(title: string, picture: P, write: (picture: P) => string): string {
  const words = tag('pre', scrolls, escapeXml(write(picture)))
  return tag('details', {}, tag('summary', {}, title), words)
}

const signs = { added: '+', removed: '−', changed: '~', renamed: '~' } as const

function listOf(changes: readonly ListedChange[]): string {
  const { length } = changes
  const items = changes.map((change) => tag('li', {}, entry(change)))
  return tag(
    'nav',
    { class: 'changes', 'aria-label': 'Changes' },
    tag('h2', {}, length === 0 ? 'No changes' : counted(length, 'change')),
    tag('ol', {}, ...items),
  )
}

function entry({ change, target, text: words }: ListedChange): string {
  const sign = tag('span', { class: `sign ${change}`, 'aria-hidden': 'true' }, signs[change])
  const label = `${sign}${tag('span', {}, escapeXml(`${change} ${words}`))}`
  if (target === undefined) return tag('span', { class: 'entry' }, label)
  const href = `#${formatAddress({ ...emptyAddress, [target.kind]: target.id })}`
  const data = { [`data-${target.kind}`]: target.id, 'data-change': change }
  return tag('a', { class: 'entry', href, ...data }, label)
}
