/** What a story asks the embedded service for beside its commands: faults, the journal, rows of its own. */

type Row = { id: string; [field: string]: unknown }
type Tables = Record<string, Row[]>

const send = (method: string, url: string, body: unknown) =>
  fetch(url, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

export async function fault(url: string, body: object): Promise<void> {
  await send('POST', `${url}/__mock/faults`, body)
}

/** Changes what the service holds. */
export async function edit(url: string, change: (tables: Tables) => void): Promise<void> {
  const state = (await (await fetch(`${url}/__mock/state`)).json()) as { tables: Tables }
  change(state.tables)
  const { status } = await send('PUT', `${url}/__mock/state`, state)
  if (status !== 200) throw new Error(`the state was not taken (${status})`)
}

export async function rows(url: string, table: string): Promise<Row[]> {
  const state = (await (await fetch(`${url}/__mock/state`)).json()) as { tables: Tables }
  return state.tables[table] ?? []
}

/** Method and path of what was asked, reads left out. */
export async function writes(url: string): Promise<string[]> {
  const { items } = (await (await fetch(`${url}/__mock/requests`)).json()) as {
    items: { method: string; path: string }[]
  }
  return items.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)
}
