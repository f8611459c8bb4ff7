/** Controls the embedded service from a story: faults, journal, rows, payments. */

type Row = { id: string; [field: string]: unknown }
type Tables = Record<string, Row[]>

export interface Entry {
  at: string
  method: string
  path: string
  status: number | null
  requestBody: unknown
}

const control = (url: string, method: string, path: string, body?: object) =>
  fetch(`${url}/__mock/${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

/** Environment with Alice's or another user's key for this service. */
export const as = (url: string, user = 'alice') => ({
  TOPO_BASE_URL: url,
  TOPO_API_KEY: `ca_demo_${user}`,
})

export async function reset(url: string): Promise<void> {
  await control(url, 'POST', 'reset')
}

/** Sets the service's clock. */
export async function setClock(url: string, now: string): Promise<void> {
  await control(url, 'POST', 'clock', { now })
}

/** Advances the service's clock. */
export async function advanceClock(url: string, advanceSeconds: number): Promise<void> {
  await control(url, 'POST', 'clock', { advanceSeconds })
}

export async function fault(url: string, scripted: object): Promise<void> {
  await control(url, 'POST', 'faults', scripted)
}

/** All requests, in order. */
export async function requests(url: string): Promise<Entry[]> {
  const { items } = (await (await control(url, 'GET', 'requests')).json()) as { items: Entry[] }
  return items
}

export async function forgetRequests(url: string): Promise<void> {
  await control(url, 'DELETE', 'requests')
}

/** All requests that may change something, as `METHOD path`. */
export async function writes(url: string): Promise<string[]> {
  return (await requests(url))
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`)
}

/** Settles a payment in place of the payment provider. */
export async function settle(
  url: string,
  paymentId: string,
  status: 'succeeded' | 'failed',
): Promise<void> {
  await control(url, 'POST', `payments/${paymentId}`, { status })
}

/** Changes the service's rows. */
export async function edit(url: string, change: (tables: Tables) => void): Promise<void> {
  const state = (await (await control(url, 'GET', 'state')).json()) as { tables: Tables }
  change(state.tables)
  const { status } = await control(url, 'PUT', 'state', state)
  if (status !== 200) throw new Error(`the state was not accepted (${status})`)
}

export async function rows(url: string, table: string): Promise<Row[]> {
  const state = (await (await control(url, 'GET', 'state')).json()) as { tables: Tables }
  return state.tables[table] ?? []
}
