/** Imports into an embedded service, from a folder that is deleted after the test. */
import type { Client } from '../../../src/api/client/client.ts'
import { exportScripts } from '../../../src/sync/export.ts'
import { type ImportOptions, planImport, runImport } from '../../../src/sync/import/import.ts'
import { openRowSource } from '../../../src/sync/import/row-source.ts'
import type { ConflictPolicy } from '../../../src/sync/plan/conflicts.ts'
import { goodCode, type TestService, testService } from '../../mock/service.ts'
import { makeFolder } from '../../project/folder.ts'

export { goodCode, testService }

export const codeOf = (id: string) => goodCode.replaceAll('web', id)

/** Rows as NDJSON. */
export const rowsText = (...rows: object[]) => rows.map((row) => JSON.stringify(row)).join('\n')

export function importing(
  files: Record<string, string | Uint8Array>,
  service = testService({ fixtures: 'none' }),
) {
  const folder = makeFolder({ 'topo.config.json': '{}', ...files })
  const start = async (
    given: string,
    { policy = 'fail', client = service.as('carol'), ...more }: Choice = {},
  ) => {
    const options: ImportOptions = {
      source: await openRowSource({ given, cwd: folder.root, stdin: nothing, ignoring: true }),
      // Rows are recorded with the time of the service, which a test advances.
      client: { ...client, clock: { ...client.clock, now: () => service.database.now() } },
      root: folder.root,
      address: 'http://localhost',
      webAddress: () => undefined,
      stamp: '2026-01-02T03:04:05.000Z',
      resume: true,
      continueOnError: false,
      onConflict: async () => policy,
      pace: { concurrency: 3 },
      ...more,
    }
    const planned = await planImport(options)
    try {
      return { planned, ...(await runImport(planned, options)) }
    } finally {
      await planned.spool.close()
    }
  }
  return { ...folder, service, start, slugs: () => slugsOf(service) }
}

type Choice = Partial<ImportOptions> & { policy?: ConflictPolicy }

async function* nothing() {}

const slugsOf = (service: TestService): string[] =>
  service.database.scripts
    .all()
    .map(({ slug }) => slug)
    .sort()

export const exporting = (client: Client, folder: string, force = false, concurrency = 3) =>
  exportScripts({
    address: 'http://localhost',
    comments: true,
    client,
    folder,
    force,
    stamp: '2026-01-02T03:04:05.000Z',
    webAddress: () => undefined,
    pace: { concurrency },
  })

/** A client that is killed at its n-th write: before sending, or before receiving the answer. */
export function killedAt(client: Client, n: number, when: 'before' | 'after'): Client {
  let writes = 0
  const deadly = (call: (input: never) => Promise<unknown>) => async (input: never) => {
    const mine = writes++
    if (mine > n || (mine === n && when === 'before')) throw new Error('killed')
    const answer = await call(input)
    if (mine === n) throw new Error('killed')
    return answer
  }
  const { scripts, comments } = client
  return {
    ...client,
    scripts: { ...scripts, create: deadly(scripts.create), update: deadly(scripts.update) },
    comments: { ...comments, create: deadly(comments.create) },
  } as unknown as Client
}
