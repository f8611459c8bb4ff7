/** HTTP routes of the preview: the page, its script, the diagrams and change events. Rejects other sites. */
import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { program } from './bundled.ts'
import { previewPage } from './document.ts'
import type { ScriptWatcher } from './script-watcher.ts'

/** Readmes and pictures cannot run scripts, and the page loads nothing from other sites. */
const contentSecurityPolicy =
  "default-src 'none'; img-src data:; script-src 'self'; connect-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Sends the first change immediately and groups later ones, for example at the start. */
const pauseMs = 40

const headers = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

/** Rejects requests of other sites: they can reach this port too, also by a DNS name that resolves to it. */
function isAllowedRequest(ask: (name: string) => string | undefined): boolean {
  const host = ask('host')
  if (!host || !/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(host)) return false
  const origin = ask('origin')
  if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`) return false
  const site = ask('sec-fetch-site')
  // Links from other sites are allowed: only the user who follows one sees the page.
  return (
    site === undefined ||
    ['same-origin', 'none'].includes(site) ||
    ask('sec-fetch-mode') === 'navigate'
  )
}

export function previewApp(watcher: ScriptWatcher): Hono {
  const app = new Hono()
  app.use(async (context, next) => {
    for (const [name, value] of Object.entries(headers)) context.header(name, value)
    if (!isAllowedRequest((name) => context.req.header(name)))
      return context.text('This host or origin is not allowed.\n', 403)
    return next()
  })
  app.get('/', (context) => context.html(previewPage))
  app.get('/page.js', (context) =>
    context.body(program, 200, { 'content-type': 'text/javascript; charset=utf-8' }),
  )
  app.get('/scripts', (context) => context.json({ items: watcher.entries() }))
  app.get('/sheet', async (context) => {
    const sheet = await watcher.sheet(context.req.query('path') ?? '')
    return sheet ? context.json(sheet) : context.json({ error: 'not_found' }, 404)
  })
  app.get('/events', (context) =>
    streamSSE(context, async (stream) => {
      let isNew = true
      let wake = () => {}
      const stop = watcher.onChange(() => {
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
          await stream.writeSSE({ event: 'scripts', data: JSON.stringify(watcher.entries()) })
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
