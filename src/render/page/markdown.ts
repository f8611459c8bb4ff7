/** A readme as part of a page: it brings no HTML of its own, loads nothing, and links to the web only. */

export async function markdown(text: string): Promise<string> {
  const { default: MarkdownIt } = await import('markdown-it')
  const renderer = new MarkdownIt({ html: false, linkify: false })
  renderer.validateLink = (url) => /^(https?:|mailto:|#)/i.test(url.trim())
  // A picture would be fetched from elsewhere; what it shows is said instead.
  renderer.disable('image')
  return renderer.render(text)
}
