/** HTTP routes of the preview: the page, its script, the diagrams and change events. Rejects other sites. */
import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { hostnameOf, isAddressHost, isNamed, isThisMachineHost } from '../listen/host.ts'
import type { Arrival } from '../listen/listen.ts'
import { program } from './bundled.ts'
import { previewPage } from './document.ts'
import type { ScriptWatcher } from './script-watcher.ts'

type PreviewApp = Hono<{ Bindings: Arrival }>

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

/** Says why a request is refused: another site can reach this port too, also by a name that leads to it. */
function refusal(
  { host = '', onLoopback }: Arrival,
  names: readonly string[],
  ask: (name: string) => string | undefined,
): string | undefined {
  // A site can let its name lead here, but an address leads where it says.
  const isOwnAddress = !onLoopback && isAddressHost(host)
  if (!isThisMachineHost(host) && !isOwnAddress && !isNamed(host, names)) return foreignHost(host)
  const origin = ask('origin')
  if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`)
    return `Only the page of the preview may read it, and this request is from ${origin}.`
  const site = ask('sec-fetch-site')
  // Links from other sites are allowed: only the user who follows one sees the page.
  const isOwnPage = site === undefined || ['same-origin', 'none'].includes(site)
  if (isOwnPage || ask('sec-fetch-mode') === 'navigate') return undefined
  return 'Only the page of the preview may read it, and this request is from another site.'
}

function foreignHost(host: string): string {
  const name = hostnameOf(host)
  if (name === undefined)
    return 'The preview answers only to names that it knows, and this request has none.'
  return `The preview does not answer to ${name}. If the name is yours, start it with: topo preview --allow-host ${name}`
}

/** @param names that it answers to, besides those of this machine */
export function previewApp(watcher: ScriptWatcher, names: readonly string[]): PreviewApp {
  const app: PreviewApp = new Hono()
  app.use(async (context, next) => {
    for (const [name, value] of Object.entries(headers)) context.header(name, value)
    const why = refusal(context.env, names, (name) => context.req.header(name))
    return why === undefined ? next() : context.text(`${why}\n`, 403)
  })
  app.get('/', (context) => context.html(previewPage))
  app.get('/page.js', (context) =>
    context.body(program.text, 200, { 'content-type': 'text/javascript; charset=utf-8' }),
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
