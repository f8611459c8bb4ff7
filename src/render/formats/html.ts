/** A picture as one page that needs nothing else: the drawing, the same in words, and its model for a player. */
import type { Picture } from '../picture.ts'
import { palettes, type Theme } from '../theme.ts'
import type { Format } from './format.ts'
import { drawing } from './svg.ts'
import { text } from './text.ts'
import { escaped, tag } from './xml.ts'

export const html: Format = {
  name: 'html',
  extension: 'html',
  write: (picture, { theme }) => page(picture, theme),
}

/** Nothing may be loaded, and nothing may run. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

function page(picture: Picture, theme: Theme): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="content-security-policy" content="${escaped(policy)}">`,
    '<meta name="viewport" content="width=device-width">',
    tag('title', {}, escaped(picture.title)),
    tag('style', {}, style(theme)),
    '</head>',
    '<body>',
    tag('header', {}, tag('h1', {}, escaped(picture.title))),
    tag('main', {}, tag('div', { class: 'picture' }, drawing(picture, theme))),
    tag(
      'details',
      {},
      tag('summary', {}, 'In words'),
      tag('pre', {}, escaped(text.write(picture, { theme }))),
    ),
    // Data, not a program: a type that no browser runs.
    `<script type="application/json" id="picture">${embedded(picture)}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

/** No text in it can end the element that it stands in. */
const embedded = (picture: Picture): string => JSON.stringify(picture).replace(/</g, '\\u003c')

const style = (theme: Theme): string =>
  [
    `:root{color-scheme:${theme === 'auto' ? 'light dark' : theme};--line:color-mix(in srgb,currentColor 18%,transparent)}`,
    "body{margin:0;padding:1.5rem;font:16px/1.5 Inter,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif}",
    'h1{font-size:1.25rem;margin:0 0 1rem;overflow-wrap:anywhere}',
    `.picture{overflow:auto;border:1px solid var(--line);border-radius:.75rem;background:${palettes[theme === 'dark' ? 'dark' : 'light'].canvas}}`,
    ...(theme === 'auto'
      ? [`@media (prefers-color-scheme:dark){.picture{background:${palettes.dark.canvas}}}`]
      : []),
    '.picture svg{display:block;max-width:100%;height:auto;margin:0 auto}',
    'details{margin-top:1rem}summary{cursor:pointer}',
    'pre{overflow:auto;font:.875rem/1.5 ui-monospace,monospace}',
  ].join('')
