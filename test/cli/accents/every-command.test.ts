/** Every command does over each accent what it does without: the same exit code, and the same state of the service. */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import type { AccentName } from '../../../src/mock/accents/names.ts'
import { commentId, scriptId, serviceCalls, files as shared } from '../commands.ts'
import { as } from '../control.ts'
import { folder, topo } from '../topo.ts'
import { variants } from './accented-mock.ts'

const { startMock } = (await import(
  pathToFileURL(join(import.meta.dirname, '../../../dist/mock.js')).href
)) as typeof import('../../../src/exports/mock.ts')

/** Words of the shared calls that exist in another form in this world. */
const own: Record<string, string> = { mallory: 'bob' }

/** Commands that belong to further endpoints, which `partial` does not have. */
const further =
  /^(ai|courses|notifications|reminders|workspaces|stats|api)|^script:(pin|unpin|restore|share|unshare|thumbnail|versions)|--by|\/share\//

/** Before each command: scripts, a collection, a workspace, a subscription. */
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

/** The shared call confirms with another name. */
const deletion = { id: 'account:delete', argv: ['account', 'delete', '--confirm', 'alice'] }

interface Outcome {
  code: number | null
  error: string | undefined
  state: unknown
}

async function world(accents: AccentName[], isPartial: boolean) {
  const mock = await startMock({ accents, clock: '2026-03-01T12:00:00Z' })
  onTestFinished(() => mock.close())
  const env = as(mock.url)
  const project = folder({ '.git/HEAD': '', ...shared })
  const run = (argv: string[], cwd: string) =>
    topo([...argv, '--json', '--yes', '--no-input'], { cwd, env, input: env.TOPO_API_KEY })
  const prepare = isPartial ? preparation : [...preparation, ...furtherPreparation]
  for (const argv of prepare) {
    const { code, stdout, stderr } = await run(argv, project)
    expect([argv, code, code === 0 ? '' : stdout + stderr]).toEqual([argv, 0, ''])
  }
  const [payment] = mock.state.get().tables.payments as { id: string }[]
  mock.payments.settle(payment?.id ?? '', 'succeeded')
  const prepared = mock.state.get()
  const scripts = prepared.tables.scripts as { id: string; slug: string }[]
  const comments = prepared.tables.comments as { id: string; content: string }[]
  const words: Record<string, string> = {
    ...own,
    [scriptId]: scripts.find(({ slug }) => slug === 'odd')?.id ?? '',
    [commentId]: comments.find(({ content }) => content === 'First')?.id ?? '',
  }
  return async (argv: string[]): Promise<Outcome> => {
    mock.state.set(prepared)
    const cwd = folder()
    cpSync(project, cwd, { recursive: true })
    const { code, stdout, stderr } = await run(
      argv.map((word) => words[word] ?? word),
      cwd,
    )
    expect(code, `${argv.join(' ')}: ${stdout}${stderr}`).not.toBe(70)
    let error: string | undefined
    try {
      error = (JSON.parse(stdout) as { error?: { code: string } }).error?.code
    } catch {}
    return { code, error, state: withoutRandomNames(mock.state.get()) }
  }
}

/** Drafts of `validate --remote` and `doctor --write` have random slugs, which the audit keeps. */
const withoutRandomNames = (state: unknown): unknown =>
  JSON.parse(JSON.stringify(state).replace(/topo-(check|doctor)-[0-9a-f-]{36}/g, 'topo-$1'))

/** Where topo rightly ends in another way, because the deployment tells less. */
function tellsLess(accents: AccentName[], id: string): boolean {
  // Nothing proves whose account it is: topo refuses to delete it.
  return id === 'account:delete' && (accents.includes('partial') || accents.includes('lean'))
}

test.each(variants)('%s', { timeout: 180_000 }, async (_name, accents) => {
  const isPartial = accents.includes('partial')
  // The same rules: what `tidy` stores differs, and nothing else.
  const plain = await world(
    accents.filter((name) => name === 'tidy'),
    isPartial,
  )
  const accented = await world(accents, isPartial)
  const different: object[] = []
  for (const { argv, id } of [...serviceCalls, deletion]) {
    const what = argv.join(' ')
    const found = await accented(argv)
    if (isPartial && (further.test(id) || further.test(what))) {
      if (![0, 1].includes(found.code ?? -1)) different.push({ what, code: found.code })
      continue
    }
    const expected = await plain(argv)
    const isSame = isDeepStrictEqual(found, expected)
    const isRefused = found.code === 2 && tellsLess(accents, id)
    const changed = isDeepStrictEqual(found.state, expected.state) ? [] : ['the state']
    if (!isSame && !isRefused)
      different.push({ what, changed, found: brief(found), expected: brief(expected) })
  }
  expect(different).toEqual([])
})

const brief = ({ code, error }: Outcome) => ({ code, error })
