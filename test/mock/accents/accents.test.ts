/** Any combination of accents answers every request, and has the state of the service without them. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AccentName, accentNames } from '../../../src/mock/accents/names.ts'
import { NumericIds } from '../../../src/mock/accents/numeric-ids.ts'
import { cases } from '../../cases.ts'
import { operationAt, type SentRequest, steps } from '../arbitrary-requests.ts'
import { fixtures } from '../marked-world.ts'
import { resolveReferences } from '../resolve-references.ts'
import { type TestService, testService } from '../service.ts'

/** 300 take about ten seconds. */
const sequences = cases(300)

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

test('accents change the form of answers and never the state', {
  timeout: 30_000 + sequences * 200,
}, async () => {
  const property = fc.asyncProperty(
    steps,
    fc.subarray([...accentNames], { minLength: 1 }),
    fc.boolean(),
    async (sequence, accents, writesNumbers) => {
      const accented = testService({ fixtures, accents })
      // What `tidy` stores is tested by itself: here it is the same with and without the others.
      const plain = testService({ fixtures, accents: accents.filter((name) => name === 'tidy') })
      const marks = { count: 0 }
      for (const step of sequence) {
        if ('advanceSeconds' in step) {
          for (const service of [plain, accented]) service.advance(step.advanceSeconds)
        } else if ('payment' in step) {
          const id = resolveReferences(step.payment, plain.control.state(), marks)
          const settle = { method: 'POST', body: JSON.stringify({ status: step.becomes }) }
          for (const service of [plain, accented]) await service.request(`/__mock/payments/${id}`, settle)
        } else {
          await compare(plain, accented, resolved(step.request, plain, marks), accents, writesNumbers)
        }
      }
      expect(accented.control.state()).toEqual(plain.control.state())
    },
  )
  await fc.assert(property, { numRuns: sequences })
})

function resolved(request: SentRequest, { control }: TestService, marks: { count: number }): SentRequest {
  const state = control.state()
  const fill = (text: string) => resolveReferences(text, state, marks)
  return { ...request, path: fill(request.path), body: request.body && fill(request.body) }
}

async function compare(
  plain: TestService,
  accented: TestService,
  request: SentRequest,
  accents: AccentName[],
  writesNumbers: boolean,
): Promise<void> {
  const operation = operationAt(request.method, new URL(request.path, 'http://localhost').pathname)
  const send = async (service: TestService, { path, method, headers, body }: SentRequest) => {
    const response = await service.request(path, { method, headers, ...(body === undefined ? {} : { body }) })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const given = accents.includes('legacy') && writesNumbers ? withNumbers(request, accented) : request
  const before = JSON.stringify(accented.control.state())
  const answer = await send(accented, given)
  const what = `${accents} ${given.method} ${given.path} ${given.body?.slice(0, 300)} → ${answer.status} ${answer.text.slice(0, 300)}`
  if (answer.status >= 500)
    expect([answer.status, answer.text], what).toEqual([503, expect.stringContaining('billing')])
  if (answer.headers.get('content-type') === 'application/json') JSON.parse(answer.text)
  if (answer.status === 204) expect(answer.text, what).toBe('')
  const isAbsent = accents.includes('partial') && operation?.inferred && operation.path !== '/v1/scripts/user'
  if (isAbsent) return expect(JSON.stringify(accented.control.state()), what).toBe(before)
  const expected = await send(plain, request)
  // An offset that has no effect is not checked either.
  if (request.method === 'GET' && accents.includes('cursor')) return
  expect(answer.status < 400, `${what}\nplain: ${expected.status} ${expected.text.slice(0, 300)}`).toBe(
    expected.status < 400,
  )
}

/** The same request with numbers for the ids and another form of the revision. */
function withNumbers(request: SentRequest, { database }: TestService): SentRequest {
  const ids = new NumericIds(database)
  const fields = request.path.startsWith('/v1/reports') ? '\\w*Id' : '(?!targetId|orderId)\\w*Id'
  return {
    ...request,
    path: request.path.replace(new RegExp(`(?<=/)${uuid}(?=[/?]|$)`, 'g'), (id) => String(ids.numberOf(id))),
    body: request.body
      ?.replace(new RegExp(`("${fields}":)"(${uuid})"`, 'g'), (_, field, id) => `${field}${ids.numberOf(id)}`)
      .replace(/("expectedUpdatedAt":"[-0-9]+)T([:.0-9]+)Z"/g, '$1 $2+00"'),
  }
}
