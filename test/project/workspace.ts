/** A project folder and an embedded service, for what happens between the two. */
import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '../../src/api/client/client.ts'
import { openProject } from '../../src/project/config/project.ts'
import type { NamedScript } from '../../src/project/select/resolve-script.ts'
import type { ConflictPolicy } from '../../src/sync/plan/conflicts.ts'
import { status } from '../../src/sync/plan/status.ts'
import { pull } from '../../src/sync/pull/pull.ts'
import { setVisibility } from '../../src/sync/push/publish.ts'
import { planPush, push } from '../../src/sync/push/push.ts'
import { SyncState } from '../../src/sync/state/state.ts'
import { impatientClock } from '../clock.ts'
import { goodCode, type TestService, testService } from '../mock/service.ts'
import { makeFolder } from './folder.ts'

export { goodCode }

export const stamp = '2026-01-02T03:04:05.000Z'

/** Alice's folder; the service holds nothing of hers but `alice-shop` and `alice-notes`. */
export async function workspace(
  files: Record<string, string | Uint8Array> = {},
  service = testService(),
) {
  const folder = makeFolder({ 'topo.config.json': '{}', ...files })
  return { service, ...inFolder(folder, service) }
}

/** The folder as the user of a key sees it. */
export function inFolder(
  folder: ReturnType<typeof makeFolder>,
  service: TestService,
  user = 'alice',
  key?: string,
) {
  const common = async () => ({
    project: await openProject(folder.root),
    client: service.as(user),
    state: new SyncState(folder.root, service.as(user).clock, key),
    address: 'http://localhost',
    webAddress: () => undefined,
    stamp,
    concurrency: 4,
    pace: { concurrency: 4 },
  })
  return {
    ...folder,
    client: service.as(user),
    /** Options of a push that has no conflicts. */
    options: async () => ({ ...(await common()), onConflict: async () => 'fail' as const }),
    push: async (
      paths: string[] = [],
      policy: ConflictPolicy | 'unasked' = 'fail',
      meanwhile = async () => {},
    ) => {
      const onConflict = async () => {
        if (policy === 'unasked') throw new Error('a conflict was asked about')
        return policy
      }
      const options = { ...(await common()), paths, onConflict }
      const planned = await planPush(options)
      await meanwhile()
      return push(planned, options)
    },
    pull: async (scripts: string[] = [], { force = false, merge = false, dir = '.' } = {}) =>
      pull({ ...(await common()), scripts, force, merge, folder: folder.at(dir) }),
    publish: async (named: NamedScript | string, isPublic = true) =>
      setVisibility({
        ...(await common()),
        named: typeof named === 'string' ? { name: named } : named,
        isPublic,
      }),
    status: async () => status({ ...(await common()), paths: [] }),
    records: async () => new SyncState(folder.root, impatientClock).read('http://localhost'),
  }
}

/** What a push or a pull did, script by script. */
export const actions = ({ outcomes }: { outcomes: { action: string }[] }) =>
  outcomes.map(({ action }) => action)

/** What the service has of a slug. */
export async function remoteOf(client: Client, idOrSlug: string) {
  return (await client.scripts.get({ params: { idOrSlug } })).item
}

/** A change that somebody else makes, a while later. */
export async function changeThere(service: TestService, slug: string, description: string) {
  service.advance(60)
  const client = service.as('alice')
  const { id } = await remoteOf(client, slug)
  await client.scripts.update({ params: { id }, body: { description } })
}

/** Does something while a folder, and the `.topo` in it, may be read only. */
export async function readOnly<T>(folder: string, act: () => Promise<T>): Promise<T> {
  const folders = [join(folder, '.topo'), folder].filter((path) => existsSync(path))
  for (const path of folders) chmodSync(path, 0o555)
  try {
    return await unprivileged(act)
  } finally {
    for (const path of folders) chmodSync(path, 0o755)
  }
}

/** Nothing is forbidden to root, so root becomes nobody for a while. */
async function unprivileged<T>(act: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return act()
  process.seteuid?.(65534)
  try {
    return await act()
  } finally {
    process.seteuid?.(0)
  }
}
