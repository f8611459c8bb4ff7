/** Tests each request of a push with each fault: after a retry, nothing is lost, duplicated or recorded wrongly. */
import { expect, it } from 'vitest'
import { ExitCode } from '../../src/errors.ts'
import type { Fault } from '../../src/mock/control/fault.ts'
import { createMock } from '../../src/mock/create-mock.ts'
import { inProcessFetch } from '../../src/mock/http/connection.ts'
import { oneOf } from '../cases.ts'
import { impatientClock } from '../clock.ts'
import {
  type Cell,
  type Place,
  prepare,
  printTable,
  pushAll,
  unfinished,
} from './fault-scenario.ts'

const baseUrl = 'http://localhost'
const { ok, refused, quota, temporary } = ExitCode

interface Met {
  fault: Fault
  /** Exit code if a read fails, which is retried, and if a write fails, which is sent again only if it was not carried out. */
  read: ExitCode
  write: ExitCode
}

/** Faults from one request on, with two attempts. */
const faults: Record<string, Met> = {
  // The service is asked, and the write is sent again.
  reset: { fault: { kind: 'reset' }, read: ok, write: ok },
  'lost response': { fault: { kind: 'lost-response' }, read: ok, write: ok },
  'lost ×3': { fault: { kind: 'lost-response', times: 3 }, read: temporary, write: temporary },
  hang: { fault: { kind: 'hang' }, read: ok, write: temporary },
  truncate: { fault: { kind: 'truncate' }, read: ok, write: ok },
  // A gateway's page.
  html: { fault: { kind: 'html', retryAfter: 0 }, read: ok, write: ok },
  'html, 200': { fault: { kind: 'html', status: 200 }, read: refused, write: refused },
  '500 once': { fault: { status: 500, retryAfter: 0 }, read: ok, write: temporary },
  '502 ×3': { fault: { status: 502, retryAfter: 0, times: 3 }, read: temporary, write: temporary },
  '503 ×3': { fault: { status: 503, retryAfter: 0, times: 3 }, read: temporary, write: temporary },
  // Overloaded: as 503, and as a page of a gateway.
  '529 once': { fault: { status: 529, retryAfter: 0 }, read: ok, write: ok },
  '529 ×3': { fault: { status: 529, retryAfter: 0, times: 3 }, read: temporary, write: temporary },
  '429 once': { fault: { status: 429, retryAfter: 0 }, read: ok, write: ok },
  '429 ×3': { fault: { status: 429, retryAfter: 0, times: 3 }, read: temporary, write: temporary },
  'quota used up': {
    fault: {
      status: 429,
      body: { error: 'quota_exceeded', quota: 'draftsPerDay', limit: 20 },
      times: 99,
    },
    read: quota,
    write: quota,
  },
}

/** A service with a project that can be reset any number of times. */
async function lane() {
  const { answer, control } = createMock({
    clock: impatientClock,
    now: () => Date.UTC(2026, 2, 1),
    seed: 1,
    rateLimit: 1e9,
  })
  const fetch = inProcessFetch(baseUrl, answer)
  const place: Place = { address: baseUrl, control, transport: { baseUrl, fetch } }
  const again = await prepare(place)
  /** The same service, with a fault at the nth request from now. */
  const faulty = (nth: number, fault: Fault): Place => {
    let count = 0
    const counting: typeof fetch = (...request) => {
      if (count++ === nth) control.faults.add({ times: 1, ...fault })
      return fetch(...request)
    }
    const patience = fault.kind === 'hang' ? { timeoutMs: 500 } : {}
    return { ...place, transport: { baseUrl, fetch: counting, ...patience } }
  }
  return { place, control, again, faulty }
}

it('a retry completes a push after any fault at any request', async () => {
  // Most of the time is spent waiting for the next attempt, so run several at once.
  const lanes = await Promise.all(Array.from({ length: 6 }, lane))
  const first = lanes[0] as (typeof lanes)[number]
  const clean = first.again()
  expect((await pushAll(clean, first.place)).exitCode).toBe(ok)
  const requests = first.control.journal.list().map(({ method, path }) => ({ method, path }))
  expect(await unfinished(clean, first.place)).toEqual([])
  expect(new Set(requests.map(({ method }) => method))).toEqual(
    new Set(['GET', 'POST', 'PATCH', 'DELETE']),
  )

  const all = requests.flatMap(({ method, path }, nth) => {
    const step = `${nth + 1}. ${method} ${path.replace(/[0-9a-f-]{36}/, '{id}')}`
    return Object.entries(faults).map(([name, met]) => {
      const { fault, read, write } = met
      return {
        nth,
        step,
        name,
        fault,
        end: method === 'GET' ? read : write,
      }
    })
  })
  const todo = oneOf(12, all)
  const cells: Cell[] = []
  await Promise.all(
    lanes.map(async ({ place, control, again, faulty }, number) => {
      for (const { nth, step, name, fault, end } of todo.filter(
        (_, n) => n % lanes.length === number,
      )) {
        const root = again()
        const { exitCode } = await pushAll(root, faulty(nth, fault))
        control.faults.clear()
        const second = await pushAll(root, place)
        const wrong = [
          ...(exitCode === end ? [] : [`it ended with ${exitCode}`]),
          ...(second.exitCode === ok ? [] : [`running it again ended with ${second.exitCode}`]),
          ...(await unfinished(root, place)),
        ]
        cells.push({ nth, step, fault: name, exitCode, wrong })
      }
    }),
  )
  printTable(cells, Object.keys(faults))
  expect(cells).toHaveLength(todo.length)
  expect(cells.filter(({ wrong }) => wrong.length > 0)).toEqual([])
}, 60_000)
