/** How the embedded service is to be started: the flags of `mock start` and `mock exec`. */
import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { integer, string } from '@oclif/core/flags'
import { usageError } from '../errors.ts'
import type { ServeOptions } from '../mock/serve.ts'
import type { Snapshot } from '../mock/snapshot.ts'

export const mockFlags = {
  host: string({ default: '127.0.0.1', summary: 'Address to listen at.' }),
  data: string({ helpValue: 'DIR', summary: 'Keep the state in this folder instead of in memory.' }),
  fixtures: string({ default: 'demo', helpValue: 'FILE|none', summary: 'A saved state to begin with.' }),
  provider: string({
    options: ['bank', 'widget', 'none'],
    default: 'bank',
    helpValue: 'bank|widget|none',
    summary: 'How payments are taken.',
  }),
  latency: integer({ min: 0, helpValue: 'MS', summary: 'Hold every answer back.' }),
  'rate-limit': integer({ min: 1, helpValue: 'N', summary: 'Requests per key and hour.' }),
  seed: integer({ helpValue: 'N', summary: 'The same seed gives the same ids.' }),
  clock: string({ helpValue: 'ISO', summary: 'A clock that stands still at this time.' }),
}

interface Asked {
  host: string
  data?: string | undefined
  fixtures: string
  provider: string
  latency?: number | undefined
  'rate-limit'?: number | undefined
  seed?: number | undefined
  clock?: string | undefined
}

/** @throws usage error where the clock is no time or the fixtures are no saved state. */
export async function serveOptions(asked: Asked, port: number): Promise<ServeOptions> {
  return {
    port,
    host: asked.host,
    data: asked.data,
    fixtures: await readFixtures(asked.fixtures),
    provider: asked.provider as ServeOptions['provider'],
    latencyMs: asked.latency,
    rateLimit: asked['rate-limit'],
    seed: asked.seed ?? randomInt(2 ** 31),
    now: readClock(asked.clock),
  }
}

async function readFixtures(name: string): Promise<Snapshot | 'demo' | 'none'> {
  if (name === 'demo' || name === 'none') return name
  const { snapshotSchema } = await import('../mock/snapshot-schema.ts')
  let text: string
  try {
    text = readFileSync(name, 'utf8')
  } catch (cause) {
    throw usageError(`The fixtures ${name} cannot be read.`, {
      code: 'TOPO_FIXTURES',
      hint: 'Name a file that GET /__mock/state has answered, or "none".',
      cause,
    })
  }
  try {
    return snapshotSchema.parse(JSON.parse(text)) as Snapshot
  } catch (cause) {
    throw usageError(`The fixtures ${name} are not a saved state of the embedded service.`, {
      code: 'TOPO_FIXTURES',
      hint: 'Save one with: curl ADDRESS/__mock/state',
      cause,
    })
  }
}

/** @returns the real clock without a time, else one that stands still. */
export function readClock(iso: string | undefined): () => number {
  if (iso === undefined) return Date.now
  const time = Date.parse(iso)
  if (!Number.isNaN(time)) return () => time
  throw usageError(`"${iso}" is not a time.`, { hint: 'Write it as 2026-01-31T12:00:00Z.' })
}
