/** Writes whose answer was lost: the service is asked what it has, and the write is sent again if it wrote nothing. */
import { isOutcomeUnknown } from '../../api/answers/lost-answer.ts'
import type { Client } from '../../api/client/client.ts'
import type { Script } from '../../api/resources/scripts.ts'
import { isAway } from '../../api/transport/reply.ts'
import { KnownError } from '../../errors.ts'
import { readScript } from '../remote/read-remote.ts'

/** A write that may be sent again. */
export interface RepeatableWrite<Answer, Result> {
  readonly idOrSlug: string
  readonly send: () => Promise<Answer>
  /** The result of the write, if what the service has now can be it. */
  readonly resultIn: (now: Script | undefined) => Result | undefined | Promise<Result | undefined>
  /** True if the service still has what it had before the write. */
  readonly isUntouched: (now: Script | undefined) => boolean
  /** Another client may have sent the same: after a conflict, the service is asked too. */
  readonly maySucceedByOthers?: boolean
}

export type WriteResult<Answer, Result> =
  | { readonly answered: Answer }
  /** The service has the result already: from a write whose answer was lost, or from another client. */
  | { readonly found: Result; readonly isOfOthers: boolean }

/** Refusals of a write that another one has made unnecessary. */
const LOST_RACES: readonly string[] = ['TOPO_CONFLICT', 'TOPO_SLUG_TAKEN', 'TOPO_NOT_FOUND']

/** Milliseconds before a write is sent again. */
const PAUSES = [200, 1000]

/**
 * Sends a write. If its answer is lost, looks what the service has, and sends it at most twice more while nothing was written.
 * @throws KnownError what the service refused, or `UnansweredWrite`
 */
export async function writeOrFind<Answer, Result>(
  client: Client,
  write: RepeatableWrite<Answer, Result>,
): Promise<WriteResult<Answer, Result>> {
  for (let attempt = 1; ; attempt++) {
    try {
      return { answered: await write.send() }
    } catch (error) {
      const wasLost = attempt > 1
      if (!mayBeWritten(error, wasLost || write.maySucceedByOthers === true)) throw error
      const found = await findResult(client, write, error)
      if (found !== undefined) {
        return { found, isOfOthers: !isOutcomeUnknown(error) && !wasLost }
      }
      const pause = PAUSES[attempt - 1]
      if (pause === undefined || !canBeSentAgain(error)) throw new UnansweredWrite(error, true)
      await client.clock.wait(pause)
    }
  }
}

/**
 * Looks whether the service has the result of a write.
 * @returns undefined if it has what it had before
 * @throws KnownError a refusal, or `UnansweredWrite` if it does not say, or has something else
 */
async function findResult<Answer, Result>(
  client: Client,
  write: RepeatableWrite<Answer, Result>,
  error: KnownError,
): Promise<Result | undefined> {
  const now = await lookAgain(client, write.idOrSlug)
  const result = now && (await write.resultIn(now.script))
  if (result !== undefined) return result
  if (!isOutcomeUnknown(error)) throw error

  const isUntouched = now !== undefined && write.isUntouched(now.script)
  if (!isUntouched) throw new UnansweredWrite(error, false)
  return undefined
}

/** @param isInRace with another client, or with an earlier attempt */
function mayBeWritten(error: unknown, isInRace: boolean): error is KnownError {
  if (!(error instanceof KnownError)) return false
  return isOutcomeUnknown(error) || (isInRace && LOST_RACES.includes(error.code))
}

/** False after a timeout: the service may be slow, and still process the write. */
function canBeSentAgain({ code, status }: KnownError): boolean {
  if (status !== undefined) return isAway(status)
  return code === 'TOPO_CONNECTION_LOST' || code === 'TOPO_NETWORK'
}

/** The script as it is now; undefined if the service does not say. */
async function lookAgain(
  client: Client,
  idOrSlug: string,
): Promise<{ readonly script: Script | undefined } | undefined> {
  try {
    return { script: await readScript(client, idOrSlug) }
  } catch (error) {
    if (!(error instanceof KnownError)) throw error
    return undefined
  }
}

/** A write that was sent, got no answer, and has no result that the service shows. */
export class UnansweredWrite extends KnownError {
  /** Tells what is known of the write, as a clause. */
  readonly outcome: string

  /** @param isUntouched the service showed that it wrote nothing so far */
  constructor(error: KnownError, isUntouched: boolean) {
    const outcome = isUntouched
      ? 'sent, but the service has not carried it out'
      : 'sent, but it is unknown whether the service has carried it out'
    super(`${error.message.replace(/\.$/, '')}: it was ${outcome}.`, { ...error, cause: error })
    this.outcome = outcome
  }
}
