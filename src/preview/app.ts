/** What the preview answers, and to whom: the page, its program, the scripts, and word of every change. */
import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { program } from './bundled.ts'
import type { Desk } from './desk.ts'
import { previewPage } from './document.ts'

/** Readmes and pictures run nothing, whatever stands in them, and nothing is loaded from elsewhere. */
const policy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The first change is told of at once; of many in a row, as at the start, not each by itself. */
const pauseMs = 40

const headers = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

/** Other pages of the same browser reach this port too, some under names of their own that lead here. */
function isOurs(ask: (name: string) => string | undefined): boolean {
  const host = ask('host')
  if (!host || !/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(host)) return false
  const origin = ask('origin')
  if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`) return false
  const site = ask('sec-fetch-site')
  // A link may lead here from anywhere: who follows it sees the page, and nobody else does.
  return site === undefined || ['same-origin', 'none'].includes(site) || ask('sec-fetch-mode') === 'navigate'
}

export function previewApp(desk: Desk): Hono {
  const app = new Hono()
  app.use(async (context, next) => {
    for (const [name, value] of Object.entries(headers)) context.header(name, value)
    if (!isOurs((name) => context.req.header(name)))
      return context.text('Not for this host or origin.\n', 403)
    return next()
  })
  app.get('/', (context) => context.html(previewPage))
  app.get('/page.js', (context) =>
    context.body(program, 200, { 'content-type': 'text/javascript; charset=utf-8' }),
  )
  app.get('/scripts', (context) => context.json({ items: desk.entries() }))
  app.get('/sheet', async (context) => {
    const sheet = await desk.sheet(context.req.query('path') ?? '')
    return sheet ? context.json(sheet) : context.json({ error: 'not_found' }, 404)
  })
  app.get('/events', (context) =>
    streamSSE(context, async (stream) => {
      let isNew = true
      let wake = () => {}
      const stop = desk.onChange(() => {
        isNew = true
        wake()
      })
      stream.onAbort(() => {
        stop()
        wake()
      })
      while (!stream.aborted) {
        if (isNew) {
          isNew = false
          await stream.writeSSE({ event: 'scripts', data: JSON.stringify(desk.entries()) })
          await stream.sleep(pauseMs)
        } else {
          await new Promise<void>((woken) => {
            wake = woken
          })
        }
      }
    }),
  )
  return app
}
