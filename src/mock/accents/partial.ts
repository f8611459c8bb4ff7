/** `partial`: the endpoints that the document only names are absent, as a framework answers for an unknown route. */
import { contract } from '../../api/resources/index.ts'
import type { Accent, AccentCall, AccentReply } from './accent.ts'

export const partial: Accent = {
  absent(call) {
    const { operation, method } = call
    if (!operation?.inferred || operation === contract.scripts.own) return undefined
    // A route with another method exists there.
    return method === 'GET' ? notFoundPage(call) : methodNotAllowed
  },

  /** Unknown endpoints. */
  reply: (reply, call) => (call.operation === undefined ? notFoundPage(call, reply.headers) : reply),
}

const methodNotAllowed: AccentReply = {
  status: 405,
  headers: { 'content-type': 'text/plain; charset=utf-8', allow: 'GET, HEAD' },
  body: 'Method Not Allowed',
}

/** The page of Express. */
function notFoundPage({ method, url }: AccentCall, headers: AccentReply['headers'] = {}): AccentReply {
  // The path of a URL has no < and no >.
  const line = `Cannot ${method} ${new URL(url).pathname}`
  const lines = [
    '<!DOCTYPE html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<title>Error</title>',
    '</head>',
    '<body>',
    `<pre>${line}</pre>`,
    '</body>',
    '</html>',
    '',
  ]
  return {
    status: 404,
    headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
    body: lines.join('\n'),
  }
}
