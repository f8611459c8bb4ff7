/** Every command ends on other services as on the plain mock: the same exit code, error and state of the service. */
import { cpSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { isAll } from '../cases.ts'
import { commentId, scriptId, serviceCalls, files as shared } from '../cli/commands.ts'
import { as } from '../cli/control.ts'
import { folder, topo } from '../cli/topo.ts'
import { variants } from '../deployments/deployed.ts'
import { type ServiceOptions, service } from './service.ts'
import { worlds } from './worlds.ts'

/** Belong to endpoints that are absent where `further` is. */
const further =
  /^(ai|courses|notifications|reminders|workspaces|stats|api)|^script:(pin|unpin|restore|share|unshare|thumbnail|versions)|--by|\/share\//
interface Outcome {
  code: number | null
  error: string | undefined
  state: unknown
}

/** Where topo rightly ends in another way, because the service tells less. */
function tellsLess(
  options: ServiceOptions,
  id: string,
  found: Outcome,
  expected: Outcome,
): boolean {
  const { document, differences = [] } = options
  // Nothing proves whose account it is: topo refuses to delete it.
  if (document || differences.includes('partial') || differences.includes('lean'))
    if (id === 'account:delete') return found.code === 2
  // A 404 without words may mean the endpoint or the thing.
  return (
    document !== undefined &&
    found.code === expected.code &&
    found.error === 'TOPO_NOT_OFFERED' &&
    expected.error === 'TOPO_NOT_FOUND'
  )
}

const preparation = [
  ['push', '--concurrency', '1'],
  ['collections', 'create', 'museum'],
  ['collections', 'add', 'museum', 'odd'],
  ['comments', 'add', 'odd', 'First'],
  ['billing', 'subscribe', 'pro-month', '--accept-recurring', '--policy-version', '2026-01'],
]
const furtherPreparation = [
  ['workspaces', 'create', 'crew'],
  ['script', 'share', 'odd'],
]
const deletion = { id: 'account:delete', argv: ['account', 'delete', '--confirm', 'alice'] }

async function world(options: ServiceOptions, isPartial: boolean) {
  const { url, control } = await service({ ...options, now: () => Date.UTC(2026, 2, 1) })
  const env = as(url)
  const prepared = folder({ '.git/HEAD': '', ...shared })
  const run = (argv: string[], cwd: string) =>
    topo([...argv, '--json', '--yes', '--no-input'], { cwd, env, input: env.TOPO_API_KEY })
  for (const argv of [...preparation, ...(isPartial ? [] : furtherPreparation)]) {
    const { code, stdout, stderr } = await run(argv, prepared)
    expect([argv, code, code === 0 ? '' : stdout + stderr]).toEqual([argv, 0, ''])
  }
  const rows = (table: string) =>
    control.state().tables[table] as { id: string; [field: string]: unknown }[]
  control.settle(rows('payments')[0]?.id ?? '', 'succeeded')
  const state = control.state()
  const words: Record<string, string> = {
    mallory: 'bob',
    [scriptId]: rows('scripts').find(({ slug }) => slug === 'odd')?.id ?? '',
    [commentId]: rows('comments').find(({ content }) => content === 'First')?.id ?? '',
  }
  return async (argv: string[]): Promise<Outcome> => {
    control.restore(structuredClone(state))
    const cwd = folder()
    cpSync(prepared, cwd, { recursive: true })
    const { code, stdout, stderr } = await run(
      argv.map((word) => words[word] ?? word),
      cwd,
    )
    expect(code, `${argv.join(' ')}: ${stdout}${stderr}`).not.toBe(70)
    const error = /"code": ?"(TOPO_\w+)"/.exec(stdout)?.[1]
    return { code, error, state: withoutRandomNames(control.state()) }
  }
}

/** Drafts of `validate --remote` and `doctor --write` have random slugs, which the audit keeps. */
const withoutRandomNames = (state: unknown): unknown =>
  JSON.parse(JSON.stringify(state).replace(/topo-(check|doctor)-[0-9a-f-]{36}/g, 'topo-$1'))

const others: [name: string, options: ServiceOptions][] = [
  ...worlds.flatMap(([name, document]): [string, ServiceOptions][] =>
    document ? [[name, { document }]] : [],
  ),
  ...variants.map(([name, differences]): [string, ServiceOptions] => [name, { differences }]),
]

/** With `npm test`, one of eight commands runs on one of the services. */
const callsFor = (options: ServiceOptions) => {
  const at = others.findIndex(([, one]) => one === options)
  return [...serviceCalls, deletion].filter((_call, n) => isAll || n % (8 * others.length) === at)
}

test.each(others)('%s', { timeout: 180_000 }, async (_name, options) => {
  const { document, differences = [] } = options
  const isPartial = document?.further === 'absent' || differences.includes('partial')
  // What `tidy` stores differs, and nothing else.
  const plain = await world(
    { differences: differences.filter((name) => name === 'tidy') },
    isPartial,
  )
  const reduced = await world(options, isPartial)
  const different: object[] = []
  for (const { argv, id } of callsFor(options)) {
    const what = argv.join(' ')
    const found = await reduced(argv)
    if (isPartial && (further.test(id) || further.test(what))) {
      if (![0, 1].includes(found.code ?? -1)) different.push({ what, code: found.code })
      continue
    }
    const expected = await plain(argv)
    if (isDeepStrictEqual(found, expected) || tellsLess(options, id, found, expected)) continue
    const changed = isDeepStrictEqual(found.state, expected.state) ? '' : ', and the state'
    different.push({
      what,
      found: `${found.code} ${found.error}${changed}`,
      expected: `${expected.code} ${expected.error}`,
    })
  }
  expect(different).toEqual([])
})
