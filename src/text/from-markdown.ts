/** Renders a readme as HTML: drops raw HTML, loads nothing, and only links to the web. */

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
  return renderer
    .render(text)
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll('<table>', '<div class="table" role="group" aria-label="Table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
}
