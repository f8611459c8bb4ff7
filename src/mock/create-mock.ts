/** Creates the embedded service for `--local`, `topo mock start` and tests. */
import { Accents } from './accents/index.ts'
import type { AccentName } from './accents/names.ts'
import { createApp } from './app.ts'
import { Control } from './control/control.ts'
import { Database, type Provider } from './database/database.ts'
import type { Clock, Snapshot } from './database/snapshot.ts'
import { demoWorld, emptyWorld } from './fixtures/demo-world.ts'
import type { Connection } from './http/connection.ts'
import { type DataFiles, nodeFiles } from './persist/files.ts'
import { Folder } from './persist/folder.ts'
import type { Quotas } from './rules/quota-limits.ts'
import { inProcessRunner, type ScriptRunner } from './runner.ts'

export interface MockSettings {
  /** Clock of the service, in milliseconds since 1970. */
  now: Clock
  /** The same seed gives the same ids. */
  seed: number
  /** Folder that stores the state; default: memory only. */
  data?: string | undefined
  /** File system of that folder; tests pass one that fails. */
  files?: DataFiles | undefined
  fixtures?: Snapshot | 'demo' | 'none' | undefined
  provider?: Provider | undefined
  /** Limits that replace those of the tiers. */
  quotas?: Quotas | undefined
  rateLimit?: number | undefined
  latencyMs?: number | undefined
  /** Makes the service answer as other deployments may. */
  accents?: readonly AccentName[] | undefined
  /** Runs received scripts; default: on this thread. */
  runner?: ScriptRunner | undefined
}

export interface EmbeddedService {
  /** Answers a request of a connection; `inProcessFetch` creates one without a network. */
  readonly answer: (request: Request, wire: Connection) => Promise<Response>
  readonly control: Control
  /** Releases the data folder. */
  close(): void
}

const fixturesByName = { demo: demoWorld, none: emptyWorld }

/** @throws KnownError if the data folder is in use or damaged. */
export function createMock(options: MockSettings): EmbeddedService {
  const { now, seed, data, fixtures: given = 'demo', rateLimit = 1000, quotas = {} } = options
  const fixtures = typeof given === 'string' ? fixturesByName[given] : given
  const { latencyMs, runner = inProcessRunner, accents: names = [] } = options
  const accents = names.length > 0 ? new Accents(names) : undefined
  const database = new Database({ now, seed, provider: options.provider, quotas, rules: accents?.rules })
  database.load(fixtures)
  const folder = data === undefined ? undefined : keep(database, data, options.files)
  const control = new Control(database, { fixtures, seed, rateLimit, quotas })
  const app = createApp(control, { runner, latencyMs, accents })
  const answer = async (request: Request, wire: Connection) => app.fetch(request, wire)
  return {
    answer,
    control,
    close: () => folder?.close(),
  }
}

function keep(database: Database, path: string, files: DataFiles = nodeFiles): Folder {
  const folder = new Folder(path, files)
  try {
    const stored = folder.open()
    if (stored) {
      database.load(stored.snapshot)
      database.replay(stored.changes)
      folder.compact(() => database.snapshot())
    } else folder.replace(database.snapshot())
  } catch (error) {
    folder.close()
    throw error
  }
  database.onCommit = (changes) => {
    folder.append(changes)
    folder.compact(() => database.snapshot())
  }
  database.onReplace = (snapshot) => folder.replace(snapshot)
  return folder
}
