/** Finds out whether the process that has the local data serves it at an address, and proves that it is that process. */
import { randomBytes } from 'node:crypto'
import { isLoopback } from '../../api/transport/base-url.ts'
import { limitTime } from '../../api/transport/fetch-attempt.ts'
import type { Clock } from '../../clock.ts'
import { readAll } from '../../limits/stream.ts'
import { type DataHolder, lockedError } from '../../mock/persist/errors.ts'
import { proofOf } from '../../mock/persist/lock.ts'
import { tryParseJson } from '../../text/parse-json.ts'

const answerMs = 2000
const answerBytes = 1000

/**
 * The base URL of a `topo mock start` on this data, or undefined if the process serves it nowhere.
 *
 * Anything may listen on a port. So the first request contains nothing but a random number, and only a process that
 * knows the secret of the lock can answer it.
 *
 * @throws DataLockedError if the process serves the data where this one cannot reach it
 */
export async function reachHolder(
  data: string,
  holder: DataHolder | undefined,
  clock: Clock,
): Promise<string | undefined> {
  if (!holder?.url) return undefined
  const url = originOf(holder.url)
  if (url !== undefined && (await isProven(url, holder.secret, clock))) return url
  // A loopback address of another container may be another port here. A process near may leave the folder soon.
  if (!holder.isNear) throw lockedError(data, holder)
  return undefined
}

/** Undefined for anything but the origin of a port of this machine. */
function originOf(text: string): string | undefined {
  try {
    const { protocol, hostname, origin, href } = new URL(text)
    return protocol === 'http:' && isLoopback(hostname) && href === `${origin}/`
      ? origin
      : undefined
  } catch {
    return undefined
  }
}

async function isProven(url: string, secret: string, clock: Clock): Promise<boolean> {
  const nonce = randomBytes(16).toString('hex')
  const limit = limitTime('attempt', answerMs, clock)
  try {
    const response = await fetch(`${url}/__mock/lock?nonce=${nonce}`, {
      redirect: 'error',
      signal: limit.signal,
    })
    const text = await readAll(response.body ?? [], answerBytes, () => new Error('too long'))
    const answer = tryParseJson(text.toString('utf8')) as { proof?: unknown } | undefined
    return answer?.proof === proofOf(secret, nonce)
  } catch {
    return false
  } finally {
    limit.stop()
  }
}
