/** Creates the embedded service for `--local`, `topo mock start` and tests. */
import type { Clock } from '../clock.ts'
import { createApp } from './app.ts'
import { type Control, createControl } from './control/control.ts'
import { Database, type Provider } from './database/database.ts'
import type { Quotas } from './database/quota-limits.ts'
import type { Snapshot, TimeSource } from './database/snapshot.ts'
import { demoWorld, emptyWorld } from './fixtures/demo-world.ts'
import type { Access } from './http/access.ts'
import type { Connection } from './http/connection.ts'
import type { DataFiles } from './persist/files.ts'
import { Folder } from './persist/folder.ts'
import { inProcessRunner, type ScriptRunner } from './resources/runner.ts'

export interface MockSettings {
  /** Clock of the service, in milliseconds since 1970. */
  now: TimeSource
  /** Delays answers, and the next look at a data folder in use; the service itself has only `now`. */
  clock: Clock
  /** The same seed gives the same ids. */
  seed: number
  fixtures?: Snapshot | 'demo' | 'none' | undefined
  provider?: Provider | undefined
  /** Limits that replace those of the tiers. */
  quotas?: Quotas | undefined
  rateLimit?: number | undefined
  latencyMs?: number | undefined
  /** Default: this machine only, and no other page in its browsers. */
  access?: Access | undefined
  /** Runs received scripts; default: on this thread. */
  runner?: ScriptRunner | undefined
}

/** Where `openMock` stores the state. */
export interface StorageSettings {
  /** Folder that stores the state; default: memory only. */
  data?: string | undefined
  /** File system of that folder; tests pass one that fails. */
  files?: DataFiles | undefined
  /** Called with a sentence about the data that people should know. */
  onWarning?: ((text: string) => void) | undefined
}

export interface EmbeddedService {
  /** Answers a request of a connection; `inProcessFetch` creates one without a network. */
  readonly answer: (request: Request, wire: Connection) => Promise<Response>
  readonly control: Control
  /** Tells other processes that use the data folder where this service answers. */
  publish(url: string): void
  close(): void
}

const fixturesByName = { demo: demoWorld, none: emptyWorld }

/**
 * Creates the service with the state in its data folder.
 * @param answersMany false for a command, which sends a few requests
 * @throws KnownError if the data folder is in use or damaged
 */
export async function openMock(
  { data, files, onWarning, ...settings }: MockSettings & StorageSettings,
  answersMany = false,
): Promise<EmbeddedService> {
  const folder =
    data === undefined ? undefined : await Folder.open(data, settings.clock, { files, onWarning })
  return createMock(settings, { answersMany, folder })
}

/** Creates the service in memory, or with the state in an open folder, which it closes. */
export function createMock(
  options: MockSettings,
  { answersMany = false, folder }: { answersMany?: boolean; folder?: Folder | undefined } = {},
): EmbeddedService {
  const { now, seed, fixtures: given = 'demo', rateLimit = 1000, quotas = {} } = options
  const fixtures = typeof given === 'string' ? fixturesByName[given] : given
  const { clock, latencyMs, access, runner = inProcessRunner } = options
  const database = new Database({ now, seed, provider: options.provider, quotas })
  database.load(fixtures)
  if (folder) keep(database, folder)
  const control = createControl(database, { fixtures, seed, rateLimit })
  const prove = folder && ((nonce: string) => folder.lock.prove(nonce))
  const app = createApp(control, { clock, runner, answersMany, latencyMs, prove, access })
  return {
    answer: async (request, wire) => app.fetch(request, wire),
    control,
    publish: (url) => folder?.lock.publish(url),
    close: () => folder?.close(),
  }
}

function keep(database: Database, folder: Folder): void {
  try {
    const stored = folder.restore()
    if (stored) {
      database.load(stored.snapshot)
      for (const changes of stored.commits) database.replay(changes)
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
}
