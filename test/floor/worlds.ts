/** A user's folder beside the plain mock, and beside services that are the document and no more. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isAll } from '../cases.ts'
import { as } from '../cli/control.ts'
import { folder, put, script, topo } from '../cli/topo.ts'
import type { DocumentOptions } from './document-only.ts'
import { type Service, service } from './service.ts'

export type World = [name: string, document: DocumentOptions | undefined]

// Pages are capped, so that a story about something else does not fail by the page size: `pages.test.ts` is about that.
const longPages = 'capped'
export const plainMock: World = ['the plain mock', undefined]
export const documentOnly: World = ['the document only', { longPages }]
/** Tells revisions, but refuses them as a guard. */
export const unguarded: World = [
  'revisions that no request takes',
  { longPages, revisions: 'told' },
]

const thin: World = [
  'the document only, in thin answers',
  { longPages, answers: 'thin', further: 'absent' },
]

/** Worlds in which the same stories end in the same way; with `npm test` the first, which has the least. */
export const worlds: World[] = [documentOnly, ...(isAll ? [plainMock, thin, unguarded] : [])]

export const shop = script('shop')
export const edited = (label: string) => shop.replace("'Web'", `'${label}'`)

// biome-ignore lint/suspicious/noExplicitAny: every command has its own JSON.
type Data = any

/** A folder with `shop.topology.js` unless other files are given. */
export async function project(
  document: DocumentOptions | undefined,
  files: Record<string, string> = { 'shop.topology.js': shop },
  /** That of another folder; default: a new one. */
  given?: Service,
) {
  const quotas = { draftsPerDay: 'unlimited', publishPerDay: 'unlimited' } as const
  const running = given ?? (await service({ document, quotas }))
  const cwd = folder({ 'topo.config.json': '{}', ...files })
  const env = as(running.url, 'erin')
  /** Starts where `requests` was called last. */
  let from = 0
  const run = async (
    ...args: string[]
  ): Promise<{ code: number | null; data: Data; all: string }> => {
    const { code, stdout, stderr } = await topo([...args, '--json', '--no-input'], { cwd, env })
    return { code, data: JSON.parse(stdout), all: stdout + stderr }
  }
  /** Requests since the last call. */
  const requests = () => {
    const since = running.asked.slice(from)
    from = running.asked.length
    return since
  }
  return {
    running,
    ...running,
    cwd,
    env,
    run,
    requests,
    /** Runs a command that must end with 0. */
    ok: async (...args: string[]): Promise<Data> => {
      const { code, data, all } = await run(...args)
      if (code !== 0)
        throw new Error(`topo ${args.join(' ')} ended with ${code}: ${all.slice(0, 300)}`)
      return data
    },
    /** What a person reads. */
    text: async (...args: string[]): Promise<string> => {
      const { code, stdout, stderr } = await topo([...args, '--no-input'], { cwd, env })
      return `${stdout}${stderr}(exit ${code})`
    },
    save: (text: string, name = 'shop.topology.js') => put(join(cwd, name), text),
    remove: (name: string) => rmSync(join(cwd, name)),
    read: (name = 'shop.topology.js') => readFileSync(join(cwd, name), 'utf8'),
    /** Methods of the requests since the last call that changed something. */
    written: () =>
      requests().flatMap(({ method, status }) =>
        method !== 'GET' && status === 200 ? [method] : [],
      ),
    code: (slug = 'shop') => running.script(slug)?.code,
    /** Saved versions of the service, by their content. */
    backups: () => {
      const saved = join(cwd, '.topo/backup')
      if (!existsSync(saved)) return []
      return readdirSync(saved, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.remote.json'))
        .map((name) => JSON.parse(readFileSync(join(saved, name), 'utf8')) as { code: string })
    },
  }
}
