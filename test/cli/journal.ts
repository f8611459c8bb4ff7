/** What the embedded service of a story was asked, and what is done to it from outside. */
import { json } from 'node:stream/consumers'

interface Entry {
  method: string
  path: string
  status: number | null
  requestBody: unknown
}

const control = (url: string, path: string, method: string, body?: object) =>
  fetch(`${url}/__mock/${path}`, { method, ...(body ? { body: JSON.stringify(body) } : {}) })

/** Every request that could have changed something, as `METHOD path`; an empty list says that nothing was sent. */
export async function writes(url: string): Promise<string[]> {
  return (await requests(url))
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`)
}

export async function requests(url: string): Promise<Entry[]> {
  const { body } = await control(url, 'requests', 'GET')
  return ((await json(body as never)) as { items: Entry[] }).items
}

/** Plays the payment provider. */
export async function settle(url: string, paymentId: string, status: 'succeeded' | 'failed'): Promise<void> {
  await control(url, `payments/${paymentId}`, 'POST', { status })
}

export async function fault(url: string, scripted: object): Promise<void> {
  await control(url, 'faults', 'POST', scripted)
}

/** Alice's key, or another's, for this service. */
export const as = (url: string, user = 'alice') => ({
  TOPO_BASE_URL: url,
  TOPO_API_KEY: `ca_demo_${user}`,
})
