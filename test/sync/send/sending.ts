/** Writes to a service that answers as a test says, on a clock of the test. */
import { type Client, createClient } from '../../../src/api/client/client.ts'
import type { Fetch } from '../../../src/api/transport/request-attempt.ts'
import { createTransport } from '../../../src/api/transport/transport.ts'
import type { ScriptContent } from '../../../src/project/script/content.ts'
import type { SendOptions } from '../../../src/sync/send/send-script.ts'
import { TestClock } from '../../clock.ts'

const baseUrl = 'http://localhost'
export const content: ScriptContent = {
  slug: 'shop',
  name: 'Shop',
  description: '',
  code: 'await topology.apply()\n',
  readme: null,
  type: 'plain',
  tags: [],
  engineVersion: '2',
  isPublic: false,
}
export const revision = '2026-03-01T12:00:00.000Z'
export const stored = { ...content, id: 'id-1', updatedAt: revision }

/** Options of a send to a service that answers like this; lists the methods of the requests. */
export function sending(answer: (method: string, url: string) => Response) {
  const clock = new TestClock()
  const sent: string[] = []
  const fetch: Fetch = async (url, init) => {
    const method = init?.method ?? 'GET'
    sent.push(method)
    return answer(method, String(url))
  }
  const transport = createTransport({ clock, baseUrl, fetch, retries: 0, apiKey: 'ca_demo_alice' })
  const client: Client = createClient(transport, baseUrl)
  const options: SendOptions = { client, root: '', stamp: '', intend: async () => {} }
  return { clock, sent, options }
}

export const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    ({ code }: { code?: string }) => code,
  )
