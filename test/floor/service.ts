/** Serves the embedded service to a test: in full, as the service's document and no more, or as another deployment. */
import type { ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { listen } from '../../src/listen/listen.ts'
import type { Control } from '../../src/mock/control/control.ts'
import { createMock, type MockSettings } from '../../src/mock/create-mock.ts'
import type { ScriptRow } from '../../src/mock/database/rows.ts'
import { inProcessFetch } from '../../src/mock/http/connection.ts'
import { impatientClock } from '../clock.ts'
import { type DifferenceName, different } from '../deployments/differences.ts'
import {
  type DocumentOptions,
  documentOnly,
  type Forward,
  parse,
  type Received,
} from './document-only.ts'

export interface Asked {
  readonly method: string
  /** With the query. */
  readonly path: string
  readonly body: unknown
  /** Undefined if the connection was closed without an answer. */
  readonly status: number | undefined
}

export interface Service {
  readonly url: string
  /** State, clock, faults of the embedded service behind it. */
  readonly control: Control
  /** All requests, also those that the document refuses. */
  readonly asked: Asked[]
  /** Does something once, whenAnswered the first request like this was answered, such as `GET /v1/scripts/shop`. */
  whenAnswered(request: RegExp, act: () => void): void
  /** The stored row of a slug. */
  script(slug: string): ScriptRow | undefined
  /** A colleague changes a script without topo. */
  change(slug: string, fields: Partial<ScriptRow>): void
}

export interface ServiceOptions extends Partial<MockSettings> {
  /** Leaves only what the document has. */
  document?: DocumentOptions | undefined
  /** Makes it answer as other deployments may. */
  differences?: readonly DifferenceName[] | undefined
}

/** The service of a test. Stopped after the test. */
export async function service({
  document,
  differences,
  ...settings
}: ServiceOptions = {}): Promise<Service> {
  const { answer, control, close } = createMock({
    clock: impatientClock,
    now: Date.now,
    seed: 1,
    ...settings,
  })
  const asked: Asked[] = []
  const waiting: { request: RegExp; act: () => void }[] = []
  const fetch = inProcessFetch('http://localhost', answer)
  const toMock: Forward = ({ method, url, headers, text, signal }) =>
    fetch(url, { method, headers, signal, ...(text === '' ? {} : { body: text }) })
  const { database } = control
  const varied = differences ? different(differences, database, toMock) : toMock
  const respond = document ? documentOnly(document, database, toMock) : varied

  const listener = await listen(
    async (request, { outgoing }, { alreadySent }) => {
      const received: Received = {
        method: request.method,
        url: new URL(request.url),
        headers: new Headers(request.headers),
        text: await request.text(),
        signal: request.signal,
      }
      const { method, url, text } = received
      const path = url.pathname + url.search
      const body = parse(text)
      try {
        const response = await respond(received)
        const { status, headers } = response
        const bytes = await response.arrayBuffer()
        asked.push({ method, path, body, status })
        const due = waiting.findIndex(({ request: expected }) => expected.test(`${method} ${path}`))
        if (due >= 0) waiting.splice(due, 1)[0]?.act()
        return new Response(bytes.byteLength === 0 ? null : bytes, { status, headers })
      } catch {
        asked.push({ method, path, body, status: undefined })
        ;(outgoing as ServerResponse).destroy()
        return alreadySent
      }
    },
    { port: 0, host: '127.0.0.1', who: 'The service of a test' },
  )
  onTestFinished(async () => {
    await listener.close()
    close()
  })
  const script = (slug: string) => control.database.scripts.by('slug', slug)[0]
  return {
    url: listener.url,
    control,
    asked,
    script,
    whenAnswered: (request, act) => void waiting.push({ request, act }),
    change: (slug, fields) => {
      database.transaction(() => {
        const row = script(slug)
        if (!row) throw new Error(`the service has no script "${slug}"`)
        database.scripts.put({ ...row, ...fields, updatedAt: database.stamp() })
      })
    },
  }
}

/** The service's document and no more. */
export const floor = ({ document = {}, ...settings }: Parameters<typeof service>[0] = {}) =>
  service({ document, ...settings })
