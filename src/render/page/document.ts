/** A self-contained page with the player and a text description. */

import { markdown, tableStyle } from '../../text/from-markdown.ts'
import { escapeXml, tag } from '../../text/safe/for-xml.ts'
import { linkedHtml } from '../../text/safe/linked-html.ts'
import type { Theme } from '../picture/look/theme.ts'
import type { Picture } from '../picture/picture.ts'
import type { About } from '../write/formats/format.ts'
import { text } from '../write/formats/text.ts'
import { noSet, type PictureSet } from '../write/picture-set.ts'
import { embed, policy } from './embed.ts'
import { playerStyle } from './style.ts'

/** Attributes of an element that may be wider than the window, so that the keyboard can scroll it. */
export const scrolls = { tabindex: 0 }

/** Parts of a page that its picture does not have. */
interface PageFacts {
  readonly about: About | undefined
  readonly set: PictureSet | undefined
}

export async function documentOf(
  picture: Picture,
  theme: Theme,
  { about, set = noSet }: PageFacts,
): Promise<string> {
  const words = tag('pre', scrolls, escapeXml(text.write(picture)))
  const summary = about?.description
  const { index } = set
  const elsewhere = [...set.elsewhere]
  const content = [
    ...(summary ? [tag('p', { class: 'about' }, linkedHtml(summary))] : []),
    embed({ picture, ...(elsewhere.length > 0 && { elsewhere }) }, theme, true),
    tag('details', {}, tag('summary', {}, 'Text description'), words),
    ...(about?.readme
      ? [tag('section', { 'aria-label': 'Readme' }, await markdown(about.readme))]
      : []),
  ]
  const back = index === undefined ? undefined : { href: index, text: 'All diagrams' }
  return pageOf(picture.title, theme, content, { style: playerStyle, policy, back })
}

interface PageLook {
  /** Rules after those of all pages. */
  readonly style: string
  /** Content security policy. */
  readonly policy: string
  /** The link to the page that lists this one. */
  readonly back?: { readonly href: string; readonly text: string } | undefined
}

/** A page that needs nothing else. */
export function pageOf(
  title: string,
  theme: Theme,
  content: readonly string[],
  look: PageLook,
): string {
  const { back } = look
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="content-security-policy" content="${escapeXml(look.policy)}">`,
    '<meta name="viewport" content="width=device-width">',
    tag('title', {}, escapeXml(title)),
    tag('style', {}, style(theme) + look.style),
    '</head>',
    '<body>',
    tag(
      'header',
      {},
      tag('h1', {}, escapeXml(title)),
      ...(back ? [tag('a', { class: 'back', href: back.href }, escapeXml(back.text))] : []),
    ),
    '<main>',
    ...content,
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

const style = (theme: Theme): string =>
  [
    `:root{color-scheme:${theme === 'auto' ? 'light dark' : theme};background:light-dark(#fff,#0b1018);color:light-dark(#0f1b2d,#e7edf6)}`,
    "body{box-sizing:border-box;min-height:100vh;margin:0;padding:1.25rem;display:flex;flex-direction:column;font:16px/1.5 Inter,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif}",
    'h1{font-size:1.25rem;margin:0 0 .75rem;overflow-wrap:anywhere}',
    'main{flex:1;display:flex;flex-direction:column;min-height:0}',
    '.player{flex:1}',
    'body>header{display:flex;flex-wrap:wrap;gap:0 1.25rem;align-items:baseline;justify-content:space-between}',
    '.back{margin-bottom:.75rem}',
    '.about{margin:-.5rem 0 .75rem;overflow-wrap:anywhere}',
    'a{color:light-dark(#1d5fd1,#7db2ff);text-underline-offset:.15em}',
    'section[aria-label=Readme]{--line:color-mix(in srgb,currentColor 18%,transparent);max-width:50rem;margin-top:1.5rem;border-top:1px solid var(--line);overflow-wrap:anywhere}',
    // The readme is below the first screen.
    '.player:has(~section){flex:none;height:calc(100vh - 9rem);min-height:24rem}',
    tableStyle,
    'details{margin-top:1rem}summary{cursor:pointer}',
    'pre{overflow:auto;font:.875rem/1.5 ui-monospace,monospace}',
  ].join('')
