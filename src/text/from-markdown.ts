/** Renders a readme as HTML: drops raw HTML, loads nothing, and only links to the web. */
import type { Token } from 'markdown-it'

/** Style of its tables. The page sets `--line`. */
export const tableStyle = `.table{overflow:auto}.table table{border-collapse:collapse;overflow-wrap:normal}
.table :is(th,td){padding:.3rem .6rem;border:1px solid var(--line);text-align:start;vertical-align:top}`

export async function markdown(text: string): Promise<string> {
  const { default: MarkdownIt } = await import('markdown-it')
  const renderer = new MarkdownIt({ html: false, linkify: false })
  renderer.validateLink = (url) => /^(https?:|mailto:|#)/i.test(url.trim())
  // Replace images by their text, because they would be loaded from other sites.
  renderer.disable('image')
  // Wide code and tables scroll, also with the keyboard.
  return renderer.renderer
    .render(withoutRepeatedLinks(renderer.parse(text, {})), renderer.options, {})
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll(
      '<table>',
      '<div class="table" role="group" aria-label="Table" tabindex="0"><table>',
    )
    .replaceAll('</table>', '</table></div>')
}

/** Characters of the addresses and titles of all links. */
const MOST_LINKED = 4 * 1024 * 1024

/** A reference writes its address wherever it is used: a few of them are gigabytes. Links beyond the limit lead nowhere. */
function withoutRepeatedLinks(tokens: Token[]): Token[] {
  let linked = 0
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    for (const [, value] of token.attrs ?? []) linked += String(value).length
    if (linked > MOST_LINKED) token.attrs = null
  }
  return tokens
}
