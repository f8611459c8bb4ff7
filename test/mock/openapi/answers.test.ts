/** The mock answers what the OpenAPI document says: each documented answer occurs, and no field is missing in it. */
import { expect, test } from 'vitest'
import { openApiDocument } from '../../../src/mock/openapi/document.ts'
import { errorKinds } from '../../../src/mock/openapi/error-kinds.ts'
import { isAll } from '../../cases.ts'
import { contractFiles, run, type Target } from '../../contract/cases.ts'
import { type OpenApi, openApiChecker } from '../../contract/openapi.ts'
import { type TestService, testService } from '../service.ts'
import { missing } from './missing-cases.ts'
import { probesOf, runner } from './probes.ts'

const url = 'http://localhost'
const text = JSON.stringify(openApiDocument(url))
const document = JSON.parse(text) as OpenApi
const checker = openApiChecker(document)

/** Runs the contract suite, and cases that it lacks, inside this process. */
async function runSuite(target: (service: TestService) => Partial<Target>): Promise<string[]> {
  const wrong: string[] = []
  for (const file of [...missing, ...contractFiles()]) {
    const service = testService({ provider: file.provider, runner })
    const fetch: Target['fetch'] = (path, init) => service.request(String(path).slice(url.length), init)
    for (const one of file.cases) wrong.push(...(await run({ url, fetch, ...target(service) }, file, one)))
  }
  return wrong
}

test('describes every field of the answers of the contract suite', async () => {
  // Objects without described fields are open: the document of the service does not show the widget.
  const closed = text.replace(
    /(?<!"properties":\{\},)"additionalProperties":\{\}/g,
    '"additionalProperties":false',
  )
  const strict = openApiChecker(JSON.parse(closed) as OpenApi)
  expect(await runSuite(() => ({ check: strict.check }))).toEqual([])
})

test('every documented answer occurs, and every answer is documented', { timeout: 120_000 }, async () => {
  const wrong = new Set<string>()
  const seen = new Set<string>()
  const note = async (path: string, init: RequestInit, response: Response) => {
    const method = init.method ?? 'GET'
    const found = checker.find(method, path)
    if (!found) return
    const answer = (await response.clone().json()) as { error: string }
    const headers = init.headers as Record<string, string>
    const body = init.body as string | undefined
    for (const line of checker.check({ method, path, headers, body, response, answer })) wrong.add(line)
    seen.add(`${found.operation.operationId} ${kindOf(response.status, answer)}`)
  }
  const documented = documentedAnswers()
  /** Further probes of an operation only look for answers that are not documented: all of them with `test:all`. */
  const isComplete = (method: string, path: string) => {
    const id = checker.find(method, path)?.operation.operationId
    return documented.every((answer) => seen.has(answer) || !answer.startsWith(`${id} `))
  }
  await runSuite((service) => ({
    fetch: async (input, init = {}) => {
      const path = String(input).slice(url.length)
      if (path.startsWith('/v1/') && (isAll || !isComplete(init.method ?? 'GET', path))) {
        for (const probe of probesOf(path, init)) {
          const state = service.control.state()
          const restore = probe.prepare?.(service)
          await note(probe.path, probe.init, await service.request(probe.path, probe.init))
          restore?.()
          service.control.restore(state)
        }
      }
      const response = await service.request(path, init)
      await note(path, init, response)
      return response
    },
  }))
  expect([...wrong]).toEqual([])
  expect([...seen].sort()).toEqual(documented.sort())
})

/** `scriptsCreate SlugTaken`, and so on. */
function documentedAnswers(): string[] {
  return Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ operationId, responses }) =>
      Object.values(responses)
        .flatMap(({ $ref }) => (typeof $ref === 'string' ? namesIn($ref) : ['200']))
        .map((kind) => `${operationId} ${kind}`),
    )
}

/** `#/components/responses/ForbiddenOrNotFound` */
const namesIn = (reference: string) => (reference.split('/').at(-1) ?? '').split(/Or(?=[A-Z])/)

function kindOf(status: number, answer: unknown): string {
  if (status === 200) return '200'
  const found = Object.entries(errorKinds).find(
    ([, kind]) => kind.status === status && kind.body.safeParse(answer).success,
  )
  return found?.[0] ?? `${status} ${JSON.stringify(answer)}`
}
