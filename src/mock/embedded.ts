/** The embedded service, ready to be asked: `--local`, `topo mock start` and tests all begin here. */
import { createApp } from './app.ts'
import { demoWorld, emptyWorld } from './fixtures/demo-world.ts'
import { Folder } from './persist.ts'
import { type Clock, type Snapshot, World } from './world.ts'

export interface EmbeddedOptions {
  /** The service's clock, in milliseconds since 1970. */
  now: Clock
  /** The same seed gives the same ids. */
  seed: number
  /** Folder to keep the state in; without one it is kept in memory. */
  data?: string | undefined
  fixtures?: Snapshot | 'demo' | 'none' | undefined
  rateLimit?: number | undefined
  latencyMs?: number | undefined
}

export interface Embedded {
  /** Answers a request, in this process. */
  readonly fetch: (request: Request) => Promise<Response>
  /** Lets go of the data folder. */
  close(): void
}

/** @throws KnownError when the data folder is in use or damaged. */
export function embedded(options: EmbeddedOptions): Embedded {
  const world = new World({ now: options.now, seed: options.seed })
  const fixtures = options.fixtures ?? 'demo'
  world.load(fixtures === 'demo' ? demoWorld : fixtures === 'none' ? emptyWorld : fixtures)
  const folder = options.data === undefined ? undefined : keep(world, options.data)
  const app = createApp(world, options)
  return { fetch: async (request) => app.fetch(request), close: () => folder?.close() }
}

function keep(world: World, path: string): Folder {
  const folder = new Folder(path)
  try {
    const stored = folder.read()
    if (stored) {
      world.load(stored.snapshot)
      world.replay(stored.changes)
    }
    folder.begin(world.snapshot())
  } catch (error) {
    folder.close()
    throw error
  }
  world.onCommit = (changes) => folder.append(changes)
  return folder
}
