/** The viewer at `/v/<slug>`: a public script as a page, with nothing in it that could run. */
import { html, raw } from 'hono/html'
import { isEntitled, previewOf } from './gate.ts'
import type { UserRow } from './rows.ts'
import { countView } from './views.ts'
import type { World } from './world.ts'

const style = `
  :root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; --line: color-mix(in srgb, currentColor 18%, transparent) }
  body { max-width: 56rem; margin: 0 auto; padding: 2.5rem 1.25rem; overflow-wrap: anywhere }
  header { border-bottom: 1px solid var(--line); margin-bottom: 1.5rem; padding-bottom: 1rem }
  h1 { margin: 0 0 .25rem; font-size: 1.75rem; line-height: 1.2 }
  header p { margin: .25rem 0 }
  section h1 { font-size: 1.35rem } section h2 { font-size: 1.1rem; margin-bottom: .25rem } section p { margin: .5rem 0 }
  .quiet { opacity: .7; font-size: .9rem }
  .tag { display: inline-block; border: 1px solid var(--line); border-radius: 1rem; padding: 0 .6rem; margin: .25rem .25rem 0 0; font-size: .85rem }
  pre { overflow: auto; padding: 1rem; border: 1px solid var(--line); border-radius: .5rem; overflow-wrap: normal }
  code { font: .875rem/1.5 ui-monospace, monospace }
  section + section { border-top: 1px solid var(--line); margin-top: 1.5rem }
  .closed { border: 1px solid var(--line); border-radius: .5rem; padding: 1rem }
`

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** The page for this caller, its view counted once; 404 for a script that is not public. */
export async function viewer(world: World, slug: string, caller: UserRow | undefined): Promise<Response> {
  const row = world.scripts.by('slug', slug).find(({ isPublic }) => isPublic)
  if (!row) {
    const message = html`<h1>There is no such diagram</h1><p>It may be private, or its address may have changed.</p>`
    return respond(404, 'Not found', message)
  }
  const viewCount = world.transaction(() => countView(world, row))
  const author = world.users.get(row.ownerId)?.fullName ?? ''
  const open = isEntitled(world, row, caller)
  const readme = open ? row.readme : previewOf(row.readme)
  const stars = world.stars.count('script', row.id)
  return respond(
    200,
    row.name,
    html`<header>
      <h1>${row.name}</h1>
      <p>${row.description}</p>
      <p class="quiet">by ${author} · ${counted(viewCount, 'view')} · ${counted(stars, 'star')}</p>
      ${row.tags.map((tag) => html`<span class="tag">${tag}</span>`)}
    </header>
    ${readme === null ? '' : html`<section aria-label="Readme">${raw(await markdown(readme))}</section>`}
    <section aria-label="Code">${
      open
        ? html`<pre><code>${row.code}</code></pre>`
        : html`<p class="closed">This is a teaser. The code is for those who own the bundle of this case.</p>`
    }</section>`,
  )
}

async function respond(status: number, title: string, main: unknown): Promise<Response> {
  const page = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${raw(style)}</style></head>
<body><main>${main}</main></body>
</html>`
  return new Response(String(await page), { status, headers })
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Markdown without HTML of its own, and with links to the web only. */
async function markdown(text: string): Promise<string> {
  const { default: MarkdownIt } = await import('markdown-it')
  const renderer = new MarkdownIt({ html: false, linkify: false })
  renderer.validateLink = (url) => /^(https?:|mailto:|#)/i.test(url.trim())
  // A picture would be fetched from elsewhere; what it shows is said instead.
  renderer.disable('image')
  return renderer.render(text)
}
