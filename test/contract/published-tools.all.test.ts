/**
 * Other people's programs agree with the OpenAPI document: Redocly's linter, and Prism, a proxy that compares each
 * request and answer with it. Both are installed for this run; where npm cannot install them, the tests are skipped.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApiDocument } from '../../src/mock/openapi/document.ts'
import { serve } from '../../src/mock/serve.ts'
import { impatientClock } from '../clock.ts'
import { contractFiles, type Exchange, run } from './cases.ts'
import { installTools } from './published-tools.ts'

// Newer versions of Prism need Node 24.
const tools = installTools(['@redocly/cli@2.77.0', '@stoplight/prism-cli@5.14.2'])
const isMissing = typeof tools === 'string'
if (isMissing)
  process.stderr.write(`Redocly and Prism are not run: npm cannot install them: ${tools}\n`)
const file = (path: string) => (isMissing ? '' : tools.file(path))
const folder = mkdtempSync(join(tmpdir(), 'topo openapi '))
const document = join(folder, 'openapi.json')
writeFileSync(document, JSON.stringify(openApiDocument('http://127.0.0.1:4010')))
afterAll(() => {
  if (!isMissing) tools.remove()
  rmSync(folder, { recursive: true, force: true })
})
const skipped = isMissing ? `, skipped because npm cannot install it: ${tools}` : ''

test.skipIf(isMissing)(`Redocly's linter finds no error${skipped}`, { timeout: 120_000 }, () => {
  const { status, stdout } = spawnSync(
    process.execPath,
    [
      file('@redocly/cli/bin/cli.js'),
      'lint',
      document,
      '--extends',
      'recommended',
      '--format',
      'json',
    ],
    { cwd: folder, encoding: 'utf8', env: { ...process.env, REDOCLY_TELEMETRY: 'off', CI: '1' } },
  )
  const { problems } = JSON.parse(stdout) as {
    problems: { ruleId: string; severity: string; message: string }[]
  }
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  // The service's own paths: a script named by-user would be ambiguous.
  const warnings = problems.filter(
    ({ message }) => !message.includes('`/v1/scripts/by-user/{userId}`'),
  )
  expect(warnings).toEqual([])
  expect(status).toBe(0)
})

interface Violation {
  location: string[]
  message: string
}

/** Requests that Prism refuses itself, so that the mock cannot refuse them: sent to the mock directly. */
const ownRefusals: Readonly<Record<string, string>> = {
  invalid_json: 'Prism parses a body before it forwards it',
  request_entity_too_large: 'Prism forwards at most 10 MB',
}

describe.skipIf(isMissing).each(['bank', 'widget', 'none'] as const)(
  `Prism before the mock with the provider %s${skipped}`,
  (provider) => {
    const running = { mock: '', prism: '' }
    const stops: (() => unknown)[] = []
    beforeAll(async () => {
      const mock = await serve({
        clock: impatientClock,
        port: 0,
        host: '127.0.0.1',
        seed: 1,
        now: () => Date.parse('2026-03-01T12:00:00Z'),
        provider,
      })
      stops.push(mock.close)
      running.mock = mock.url
      const prism = spawn(process.execPath, [
        file('@stoplight/prism-cli/dist/index.js'),
        'proxy',
        document,
        mock.url,
        '--host',
        '127.0.0.1',
        '--port',
        '0',
      ])
      stops.push(() => prism.kill())
      running.prism = await listening(prism)
    }, 60_000)
    afterAll(async () => {
      for (const stop of stops.reverse()) await stop()
    })

    for (const one of contractFiles().filter((each) => each.provider === provider)) {
      test.each(one.cases.map((each) => [each.checks, each] as const))(
        '%s',
        async (_, contractCase) => {
          const fetch = async (input: string | URL | Request, init?: RequestInit) => {
            const path = String(input).slice('test:'.length)
            const directly = () => globalThis.fetch(running.mock + path, init)
            if (!path.startsWith('/v1/')) return directly()
            const response = await globalThis.fetch(running.prism + path, init)
            if (response.headers.has('x-topo-mock')) return response
            const { error } = (await response.clone().json()) as { error?: { code?: string } }
            return Object.hasOwn(ownRefusals, error?.code ?? '') ? directly() : response
          }
          expect(await run({ url: 'test:', fetch, check: violations }, one, contractCase)).toEqual(
            [],
          )
        },
      )
    }
  },
)

/** Violations of an answer, and those of a request that the mock did not refuse. */
function violations({ method, path, response }: Exchange): string[] {
  const { status, headers } = response
  const found = JSON.parse(headers.get('sl-violations') ?? '[]') as Violation[]
  const isRefused = [400, 401, 403, 404, 413, 422].includes(status)
  return found
    .filter(({ location }) => location[0] === 'response' || !isRefused)
    .map(
      ({ location, message }) => `${method} ${path} ${status}: ${location.join('.')}: ${message}`,
    )
}

async function listening(child: ReturnType<typeof spawn>): Promise<string> {
  let output = ''
  return new Promise((resolve, reject) => {
    const read = (text: string) => {
      output += text
      const [, url] = /listening on (http:\S+)/.exec(output) ?? []
      if (url !== undefined) resolve(url)
    }
    child.stdout?.setEncoding('utf8').on('data', read)
    child.stderr?.setEncoding('utf8').on('data', read)
    child.once('exit', () => reject(new Error(`Prism ended: ${output.slice(-2000)}`)))
  })
}
