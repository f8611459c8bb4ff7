/**
 * Viewer at `/v/<slug>` for public scripts, at `/share/<token>` for shared ones, and for this machine at
 * `/__mock/scripts/<slug>` for all: a page with the picture. No code of the script can run there.
 */
import { html, raw } from 'hono/html'
import type { Remark } from '../render/player/index.ts'
import { markdown, tableStyle } from '../text/from-markdown.ts'
import { linkedHtml } from '../text/safe/linked-html.ts'
import { counted } from '../text/words.ts'
import { bundles } from './billing/catalog.ts'
import type { Database } from './database/database.ts'
import type { CommentRow, ScriptRow, UserRow } from './database/rows.ts'
import { countView } from './database/views.ts'
import type { ScriptRunner } from './resources/runner.ts'
import { isOpenTo, starsOf } from './resources/script-answers.ts'
import { bundlesOf, previewOf } from './rules/access-gate.ts'

const style = `
  :root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; --line: color-mix(in srgb, currentColor 18%, transparent); background: light-dark(#fff, #0b1018); color: light-dark(#0f1b2d, #e7edf6) }
  body { max-width: 64rem; margin: 0 auto; padding: 2.5rem 1.25rem; overflow-wrap: anywhere }
  main > header { border-bottom: 1px solid var(--line); margin-bottom: 1.5rem; padding-bottom: 1rem }
  h1 { margin: 0 0 .25rem; font-size: 1.75rem; line-height: 1.2 }
  main > header p { margin: .25rem 0 } .about a { color: light-dark(#1d5fd1, #7db2ff) }
  section h1 { font-size: 1.35rem } section h2 { font-size: 1.1rem; margin-bottom: .25rem } section p { margin: .5rem 0 }
  .quiet { opacity: .7; font-size: .9rem }
  .tag { display: inline-block; border: 1px solid var(--line); border-radius: 1rem; padding: 0 .6rem; margin: .25rem .25rem 0 0; font-size: .85rem }
  pre { overflow: auto; padding: 1rem; border: 1px solid var(--line); border-radius: .5rem; overflow-wrap: normal }
  code { font: .875rem/1.5 ui-monospace, monospace }
  ${tableStyle}
  section + section { border-top: 1px solid var(--line); margin-top: 1.5rem }
  .player { margin-bottom: 1.5rem }
  .said-by { margin: .75rem 0 } .said-by p { margin: 0; white-space: pre-wrap }
  .closed { border: 1px solid var(--line); border-radius: .5rem; padding: 1rem }
`

/** For a page without a picture: no code may run. */
const staticPolicy = "default-src 'none'; style-src 'unsafe-inline'"

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

type Shown = { slug: string } | { token: string } | { local: string }

/**
 * Renders the page for this caller and counts a view; 404 for a private script, and for an unknown token. `local` also shows
 * private scripts, and counts no view.
 */
export async function viewer(
  database: Database,
  shown: Shown,
  caller: UserRow | undefined,
  runner: ScriptRunner,
): Promise<Response> {
  const isLocal = 'local' in shown
  const row = rowOf(shown, database)
  if (!row) {
    const message = html`<h1>Diagram not found</h1><p>It may be private, or its address may have changed.</p>`
    return respond(404, 'Not found', message)
  }
  const viewCount = isLocal ? row.viewCount : database.transaction(() => countView(database, row))
  const author = database.users.get(row.ownerId)?.fullName ?? ''
  const open = isLocal || isOpenTo(database, row, caller)
  const readme = open ? row.readme : previewOf(row.readme)
  const stars = starsOf(database, row)
  // Comments on parts of a gated case would reveal its code.
  const comments = open ? commentsOn(database, row) : []
  const figure = open ? await figureOf(row, comments, runner) : undefined
  return respond(
    200,
    row.name,
    html`<header>
      <h1>${row.name}</h1>
      <p class="about">${raw(linkedHtml(row.description))}</p>
      <p class="quiet">by ${author} · ${counted(viewCount, 'view')} · ${counted(stars, 'star')}</p>
      ${row.tags.map((tag) => html`<span class="tag">${tag}</span>`)}
    </header>
    ${figure === undefined ? '' : raw(figure.content)}
    ${readme === null ? '' : html`<section aria-label="Readme">${raw(await markdown(readme))}</section>`}
    <section aria-label="Code">${
      open
        ? html`<pre tabindex="0"><code>${row.code}</code></pre>`
        : html`<p class="closed">${teaser(row)}</p>`
    }</section>
    ${
      comments.length === 0
        ? ''
        : html`<section aria-label="Comments"><h2>${counted(comments.length, 'comment')}</h2>${comments.map(
            (comment) =>
              html`<div class="said-by"><b>${comment.author}</b> <span class="quiet">${comment.about}</span><p>${comment.content}</p></div>`,
          )}</section>`
    }`,
    figure,
  )
}

const teaser = (row: ScriptRow): string =>
  bundlesOf(row).some((id) => bundles.some((bundle) => bundle.id === id))
    ? 'This is a teaser. Buy the bundle of this case to see the picture and the code.'
    : 'This is a teaser. Only its owner sees the picture and the code.'

interface Comment {
  readonly author: string
  /** Name of the target. */
  readonly about: string
  readonly content: string
  readonly on: Remark['on'] | undefined
}

function commentsOn(database: Database, { id }: ScriptRow): Comment[] {
  const on = ({ targetType, targetId }: CommentRow) =>
    targetType === 'script' || targetId === null ? undefined : { type: targetType, id: targetId }
  return database.comments.by('script', id).map((row) => ({
    author: database.users.get(row.userId)?.fullName ?? 'Somebody',
    about: row.targetId === null ? '' : `on the ${row.targetType} ${row.targetId}`,
    content: row.content,
    on: on(row),
  }))
}

/** Style beyond the common one, and the content security policy of a page with it. */
interface Look {
  readonly policy: string
  readonly style: string
}

interface Figure extends Look {
  readonly content: string
}

/** Undefined for a script that draws nothing. The renderer is loaded for the first page that needs it. */
async function figureOf(
  row: ScriptRow,
  comments: readonly Comment[],
  runner: ScriptRunner,
): Promise<Figure | undefined> {
  const picture = row.type === 'topology' ? await runner.draw(row.code, row.name) : undefined
  if (!picture) return undefined
  const { embed, policy, playerStyle } = await import('../render/page/index.ts')
  const remarks = comments.flatMap(({ author, content, on }) =>
    on ? [{ author, text: content, on }] : [],
  )
  return { content: embed({ picture, remarks }, 'auto', false), policy, style: playerStyle }
}

export async function respond(
  status: number,
  title: string,
  main: unknown,
  look?: Look,
): Promise<Response> {
  const page = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${raw(style + (look?.style ?? ''))}</style></head>
<body><main>${main}</main></body>
</html>`
  return new Response(String(await page), {
    status,
    headers: { ...headers, 'content-security-policy': look?.policy ?? staticPolicy },
  })
}

function rowOf(shown: Shown, { scripts }: Database): ScriptRow | undefined {
  if ('local' in shown) return scripts.by('slug', shown.local)[0]
  if ('token' in shown) return scripts.by('shareToken', shown.token)[0]
  return scripts.by('slug', shown.slug).find(({ isPublic }) => isPublic)
}
