/** Reads origins of web pages, such as `http://localhost:5173`. */

/** Sites, extensions and apps have origins. */
const origin = /^[a-z][a-z\d+.-]*:\/\/[^\s/?#@\\*]+$/i

/** The origin as browsers write it, or `*` for every page; undefined if the text is none. */
export function originOf(text: string): string | undefined {
  if (text === '*') return text
  if (!origin.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  // URL knows no origin for other schemes, such as chrome-extension.
  return url.origin === 'null' ? `${url.protocol}//${url.host}` : url.origin
}

/** Says why a text is not an origin; undefined if it is one. It completes a sentence. */
export function originFault(text: string): string | undefined {
  if (originOf(text) !== undefined) return undefined
  if (text === '') return 'is empty'
  if (text === 'null')
    return 'is the origin of files and of sandboxed frames, which any page can have; * is every page'
  if (text.includes('*')) return 'is a pattern; name each origin, or * for every page'
  const meant = meantOrigin(text)
  return meant === undefined
    ? 'is not an origin such as http://localhost:5173'
    : `is not an origin; write ${meant}`
}

/** The origin of a URL, or of a host with a port. */
function meantOrigin(text: string): string | undefined {
  const url = text.includes('://') ? text : `http://${text}`
  if (!URL.canParse(url)) return undefined
  const { protocol, host } = new URL(url)
  return originOf(`${protocol}//${host}`)
}
