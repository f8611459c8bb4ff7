/** The viewer at `/v/<slug>`: a public script as a page, with nothing in it that could run. */
import { html } from 'hono/html'
import { isEntitled, previewOf } from './gate.ts'
import type { World } from './world.ts'

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem }
  h1 { margin: 0 } p { margin: .25rem 0 } small, .tags { opacity: .75 }
  pre { overflow: auto; padding: 1rem; border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: .5rem }
  code { font: 14px/1.5 ui-monospace, monospace }
`

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  'x-content-type-options': 'nosniff',
}

/** The page, its view counted; 404 for a script that is not public. */
export async function viewer(world: World, slug: string): Promise<Response> {
  const row = world.scripts.by('slug', slug).find(({ isPublic }) => isPublic)
  if (!row) {
    const page = html`<!doctype html><html lang="en"><title>Not found</title><style>${style}</style>
      <h1>There is no such diagram</h1><p>It may be private, or its address may have changed.</p></html>`
    return new Response(String(await page), { status: 404, headers })
  }
  const { viewCount } = world.transaction(() => world.scripts.put({ ...row, viewCount: row.viewCount + 1 }))
  const author = world.users.get(row.ownerId)?.fullName ?? ''
  const open = isEntitled(world, row, undefined)
  const readme = open ? row.readme : previewOf(row.readme)
  const page = html`<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${row.name}</title><style>${style}</style>
<main>
  <h1>${row.name}</h1>
  <p>${row.description}</p>
  <p><small>by ${author}, ${viewCount} views</small></p>
  <p class="tags">${row.tags.map((tag) => `#${tag}`).join(' ')}</p>
  ${open ? html`<pre><code>${row.code}</code></pre>` : html`<p><strong>The code of this case is for its owners.</strong></p>`}
  ${readme === null ? '' : html`<section aria-label="Readme"><pre>${readme}</pre></section>`}
</main>
</html>`
  return new Response(String(await page), { headers })
}
