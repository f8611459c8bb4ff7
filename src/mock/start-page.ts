/**
 * Start page of the embedded service at `/`: its scripts as pictures, users, clock, faults and API. Only for this
 * machine, because it shows private scripts and keys. No code runs there.
 */
import { html } from 'hono/html'
import type { Control } from './control/control.ts'
import type { ScriptRow } from './database/rows.ts'
import { found } from './http/http-error.ts'
import type { ScriptRunner } from './resources/runner.ts'
import { respond } from './viewer.ts'

/** Path of a script's page that also shows private scripts, and like the start page only on this machine. */
export const scriptPath = (slug: string) => `/__mock/scripts/${encodeURIComponent(slug)}`

/** Scripts shown; each is drawn when its picture is scrolled into view. */
const MOST = 200

const style = `
  main > section > h2 { margin: 1rem 0 .75rem }
  th { font-weight: 600 }
`

const policy =
  "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

const json = (value: object) => html`<code>${JSON.stringify(value)}</code>`
const curl = (rest: string) => html`<pre tabindex="0"><code>curl ${rest}</code></pre>`

/** A list without scripts would look broken, so this leads to a first one. */
const noScripts = (origin: string) => html`<p>No script is here yet. In a folder with scripts, run
      <code>TOPO_BASE_URL=${origin} TOPO_API_KEY=ca_demo_alice topo push</code>, or <code>topo push --local</code> for the data of
      that folder. <code>topo init</code> makes a folder with a first script. Then load this page again.</p>`

/** Names of `--control-host` may open the page too. */
const viewersOf = (controlHosts: readonly string[]) =>
  controlHosts.length === 0
    ? 'Only the machine that runs it sees this page.'
    : `The machine that runs it sees this page, and whoever reaches it as ${controlHosts.join(' or ')}.`

/** @param origin address of the service, as the browser has it */
export async function startPage(
  { database, faults }: Control,
  origin: string,
  controlHosts: readonly string[],
): Promise<Response> {
  const { cardStyle } = await import('../render/page/index.ts')
  const { scripts, users, keys } = database
  const all = scripts.all().sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
  const faultItems = faults.list().map((fault) => html`<li>${json(fault)}</li>`)
  const card = ({
    slug,
    name,
    isPublic,
    type,
    ownerId,
  }: ScriptRow) => html`<li><a href="${scriptPath(slug)}">
      <div class="shot">${type === 'topology' ? html`<img loading="lazy" alt="" src="${scriptPath(slug)}/picture.svg">` : ''}</div>
      <div class="words"><b>${name}</b><span class="quiet">${slug} · ${users.get(ownerId)?.username ?? ''} · ${isPublic ? 'public' : 'private'}</span></div>
    </a></li>`
  return respond(
    200,
    'topo: embedded service',
    html`<header>
      <h1>Embedded service</h1>
      <p>A local stand-in for a diagram script service, for trying and testing. ${viewersOf(controlHosts)}</p>
    </header>
    <section><h2>Scripts</h2>
      ${all.length === 0 ? noScripts(origin) : html`<ul class="scripts">${all.slice(0, MOST).map(card)}</ul>`}
      ${all.length > MOST ? html`<p class="quiet">The ${MOST} newest of ${all.length}. <code>topo list</code> prints all.</p>` : ''}
    </section>
    <section><h2>Users and keys</h2>
      <div class="table" role="group" aria-label="Users and keys" tabindex="0"><table>
        <tr><th>User</th><th>Name</th><th>Tier</th><th>API key</th></tr>
        ${users.all().map(
          ({ id, username, fullName, tier, isAdmin }) =>
            html`<tr><td>${username}</td><td>${fullName}</td><td>${tier}${isAdmin ? ', administrator' : ''}</td><td>${keys
              .by('user', id)
              .filter(({ revoked }) => !revoked)
              .map((key) => html`<code>${key.id}</code> `)}</td></tr>`,
        )}
      </table></div>
    </section>
    <section><h2>Clock</h2><p>${new Date(database.now()).toISOString()}</p>
      ${curl(`-X POST ${origin}/__mock/clock -d '{"advanceSeconds":3600}'`)}</section>
    <section><h2>Faults</h2>
      ${faultItems.length === 0 ? html`<p>No fault is set.</p>` : html`<ul>${faultItems}</ul>`}
      ${curl(`-X POST ${origin}/__mock/faults -d '{"path":"/v1/scripts*","status":503,"times":1}'`)}</section>
    <section><h2>API</h2>
      <p><a href="/openapi.json">OpenAPI document</a> · <a href="/__mock/requests">requests so far</a> · <a href="/__mock/state">whole state</a></p>
      ${curl(`-H 'Authorization: Bearer ca_demo_alice' ${origin}/v1/scripts/user`)}</section>`,
    { style: style + cardStyle, policy },
  )
}

/** The picture of a script, also of a private one. Throws 404 for one that draws nothing. */
export async function localPicture({ database }: Control, slug: string, runner: ScriptRunner) {
  const row = found(database.scripts.by('slug', slug)[0], 'script')
  const picture = found(await runner.draw(row.code, row.name), 'picture')
  const { svg } = await import('../render/index.ts')
  return new Response(svg.write(picture, { theme: 'auto' }), {
    headers: {
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'; img-src data:; style-src 'unsafe-inline'",
      'x-content-type-options': 'nosniff',
    },
  })
}
