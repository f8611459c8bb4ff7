/** The index of a folder of pages: a picture of each diagram, and a search over all of them. Works without a server. */
import { countsOf } from '../../grouped.ts'
import { base64Of } from '../../text/base64.ts'
import { escapeXml, tag } from '../../text/safe/for-xml.ts'
import { linkedHtml } from '../../text/safe/linked-html.ts'
import type { Theme } from '../picture/look/theme.ts'
import type { Picture } from '../picture/picture.ts'
import type { SearchedDiagram } from '../player/site.ts'
import { svg } from '../write/formats/svg.ts'
import { site } from './bundled.ts'
import { pageOf } from './document.ts'
import { dataElement, policyFor } from './embed.ts'

/** A diagram with its page. */
export interface SiteEntry {
  /** Name of the file. */
  readonly file: string
  readonly slug: string
  readonly description: string
  readonly tags: readonly string[]
  readonly picture: Picture
}

/** Buttons of tags, the most used first; the search finds the others. */
const MOST_TAGS = 30

/** Cards with pictures; also on the start page of the embedded service. The page defines `--line`. */
export const cardStyle = `
.scripts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(15rem,100%),1fr));gap:1rem;list-style:none;margin:0;padding:0}
.scripts>li{display:flex;flex-direction:column;border:1px solid var(--line);border-radius:.75rem;overflow:hidden;overflow-wrap:anywhere}
.scripts>li>a{flex:1;color:inherit;text-decoration:none}
.scripts>li>a:hover b{text-decoration:underline}
.scripts a:focus-visible{outline:2px solid light-dark(#1d5fd1,#7db2ff);outline-offset:-2px;border-radius:.75rem}
.shot{display:grid;place-items:center;height:11rem;padding:.75rem;background:light-dark(#f8fafc,#0e141f);border-bottom:1px solid var(--line)}
.shot img{max-width:100%;max-height:11rem;min-width:0;min-height:0}
.words{padding:.6rem .85rem .75rem}.words b{display:block;line-height:1.3}
`

const style = `${cardStyle}
:root{--line:color-mix(in srgb,currentColor 18%,transparent)}
body{max-width:76rem;margin:0 auto}
.scripts>li{position:relative;padding-bottom:.75rem}
.scripts>li>a{flex:none}.scripts>li>a::after{content:'';position:absolute;inset:0}
.scripts b{display:block;line-height:1.3;padding:.6rem .85rem 0}
.scripts>li>.quiet{padding:0 .85rem}
.scripts :is(.quiet,.found) a{position:relative}
[hidden]{display:none!important}
.quiet{display:block;color:light-dark(#52627a,#9aabc2);font-size:.9rem}
.filter{display:flex;flex-wrap:wrap;gap:.5rem .75rem;align-items:center;margin-bottom:1.25rem}
.filter input,.filter button{font:inherit;color:inherit;background:none;border:1px solid light-dark(#76869c,#66778f);border-radius:.5rem;min-height:2.5rem;padding:0 .75rem;box-sizing:border-box}
.filter input{flex:1 1 max(16rem,calc(100% - 12rem));min-width:0}.filter ::placeholder{color:inherit;opacity:.75}
.filter button{border-radius:2rem;min-height:2rem;font-size:.9rem;cursor:pointer;max-width:100%;overflow-wrap:anywhere}
.filter button[aria-pressed=true]{background:light-dark(#1d5fd1,#7db2ff);border-color:transparent;color:light-dark(#fff,#0b1220)}
.filter :focus-visible{outline:2px solid light-dark(#1d5fd1,#7db2ff);outline-offset:2px}
.found{display:flex;flex-wrap:wrap;gap:.1rem .75rem;margin:0;padding:.25rem .85rem 0;font-size:.9rem}
.found a{color:light-dark(#1d5fd1,#7db2ff);min-height:1.5rem}
`

/** @param entries in the order of the page */
export function siteDocument(entries: readonly SiteEntry[], theme: Theme): string {
  const uses = countsOf(entries.flatMap((entry) => entry.tags))
  const byUse = [...uses].sort(([, a], [, b]) => b - a)
  const most = byUse.slice(0, MOST_TAGS)
  const content = [
    '<div class="filter" hidden>',
    '<input type="search" aria-label="Search all diagrams" placeholder="Search all diagrams">',
    '<output></output>',
    ...most.map(([name]) =>
      tag('button', { type: 'button', 'aria-pressed': 'false' }, escapeXml(name)),
    ),
    '</div>',
    tag('ul', { class: 'scripts' }, ...entries.map((entry) => card(entry, theme))),
    dataElement('diagrams', entries.map(searched)),
    `<script>${site.text}</script>`,
  ]
  return pageOf('Diagrams', theme, content, { style, policy: policyFor(site) })
}

function card({ file, description, tags, picture }: SiteEntry, theme: Theme): string {
  const src = `data:image/svg+xml;base64,${base64Of(svg.write(picture, { theme }) as string)}`
  const quiet = [linkedHtml(description), escapeXml(tags.join(' · '))].filter((text) => text !== '')
  return tag(
    'li',
    {},
    tag(
      'a',
      { href: encodeURIComponent(file) },
      tag('div', { class: 'shot' }, tag('img', { alt: '', loading: 'lazy', src })),
      tag('b', {}, escapeXml(picture.title)),
    ),
    // A link in the description cannot be inside of the link to the page, which covers the card instead.
    ...quiet.map((text) => tag('span', { class: 'quiet' }, text)),
    tag('p', { class: 'found', hidden: '' }, ''),
  )
}

const searched = ({ file, slug, description, tags, picture }: SiteEntry): SearchedDiagram => ({
  page: encodeURIComponent(file),
  texts: [
    picture.title,
    slug,
    description,
    ...tags,
    ...picture.edges.map(({ label }) => label ?? ''),
  ],
  tags,
  nodes: picture.nodes.map(({ key, label }) => [key, label]),
})
