/** Renders a readme as HTML: drops raw HTML, loads nothing, and only links to the web. */

export async function markdown(text: string): Promise<string> {
  const { default: MarkdownIt } = await import('markdown-it')
  const renderer = new MarkdownIt({ html: false, linkify: false })
  renderer.validateLink = (url) => /^(https?:|mailto:|#)/i.test(url.trim())
  // Replace images by their text, because they would be loaded from other sites.
  renderer.disable('image')
  // Wide code scrolls, also with the keyboard.
  return renderer.render(text).replaceAll('<pre>', '<pre tabindex="0">')
}
