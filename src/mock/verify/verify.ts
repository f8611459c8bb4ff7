/** Sends the requests of recordings to a fresh embedded service, and lists where the answers differ. */
import { findList, findRecord, isRecord, type UntypedRecord } from '../../api/envelope.ts'
import { createMock } from '../create-mock.ts'
import { inProcessFetch } from '../http/connection.ts'
import type { ScriptRunner } from '../runner.ts'
import { type AnswerDifference, compareAnswers, type EmbeddedAnswer } from './compare.ts'
import { answersList, collectFacts, isSuccess } from './facts.ts'
import { type Kind, Known, kindOfAnswer, kindOfField } from './known.ts'
import type { RecordedCall } from './recorded-call.ts'
import { translate } from './translate.ts'
import { World } from './world.ts'

/** A request whose answers differ. */
export interface DifferentAnswer {
  /** Its place among the given calls. */
  readonly index: number
  readonly differences: readonly AnswerDifference[]
}

export interface Verification {
  readonly different: readonly DifferentAnswer[]
  readonly compared: number
  /** Answers to inferred operations about what the recording does not show. */
  readonly unknown: number
}

/** Paths of the embedded service; nothing is sent to this address. */
const baseUrl = 'http://localhost'

/**
 * @param calls in the order in which they were sent
 * @param onProgress called after each request
 */
export async function verifyCalls(
  calls: readonly RecordedCall[],
  { runner, onProgress }: { runner?: ScriptRunner; onProgress?: () => void } = {},
): Promise<Verification> {
  const now = calls.find(({ at }) => at !== undefined)?.at ?? Date.UTC(2026, 0)
  const facts = collectFacts(calls)
  const { answer, control, close } = createMock({
    ...{ now: () => now, seed: 1, fixtures: emptyState, provider: facts.provider, runner },
    rateLimit: Number.POSITIVE_INFINITY,
  })
  const fetch = inProcessFetch(baseUrl, answer)
  const known = new Known()
  const world = new World(control, known, facts)
  const different: DifferentAnswer[] = []
  let unknown = 0
  for (const [index, call] of calls.entries()) {
    world.prepare(call)
    const { path, init } = translate(call, known, control.database, facts)
    const embedded = await readAnswer(await fetch(path, init))
    if (isUnknown(call, embedded)) unknown++
    else {
      const differences = compareAnswers(call, embedded, known)
      if (differences.length > 0) different.push({ index, differences })
    }
    learn(call, embedded, known)
    onProgress?.()
  }
  close()
  return { different, compared: calls.length - unknown, unknown }
}

const emptyState = { version: 1, tables: {} } as const

async function readAnswer(response: Response): Promise<EmbeddedAnswer> {
  const text = await response.text()
  return { status: response.status, answer: text === '' ? undefined : JSON.parse(text) }
}

/**
 * The recording does not show what some further endpoints are about (courses, invitations, old versions), and promo
 * codes of another deployment are not those of the embedded service.
 */
function isUnknown({ served, status, answer }: RecordedCall, embedded: EmbeddedAnswer): boolean {
  if (!served || !isSuccess(status)) return false
  if (served.operation.inferred && embedded.status === 404) return true
  const isAccepted = served.name !== 'billing.validatePromo' || (isRecord(answer) && answer.valid === true)
  return isAccepted && isRecord(embedded.answer) && embedded.answer.reason === 'not_found'
}

/** Remembers the ids and revisions of the embedded service for the recorded ones. */
function learn({ served, answer, status }: RecordedCall, embedded: EmbeddedAnswer, known: Known): void {
  if (!served || !isSuccess(status) || !isSuccess(embedded.status)) return
  const kind = kindOfAnswer(served.name)
  if (answersList(served.operation)) {
    const ours = (findList(embedded.answer)?.items ?? []).filter(isRecord)
    for (const record of (findList(answer)?.items ?? []).filter(isRecord)) {
      const same = ours.find((one) => isSame(record, one, kind, known))
      if (same) learnRecord(record, same, kind, known)
    }
    return
  }
  for (const [record, our] of [
    [findRecord(answer), findRecord(embedded.answer)],
    [answer, embedded.answer],
  ]) {
    if (isRecord(record) && isRecord(our)) learnRecord(record, our, kind, known)
  }
}

/** The same item of two lists: by id or slug, else by what people see of it. */
function isSame(record: UntypedRecord, our: UntypedRecord, kind: Kind | undefined, known: Known): boolean {
  const id = kind && known.find(kind, record.id)
  if (id !== undefined) return id === our.id
  const slug = known.find('slug', record.slug) ?? record.slug
  if (slug !== undefined) return slug === our.slug
  return ['name', 'content'].some((name) => record[name] !== undefined && record[name] === our[name])
}

function learnRecord(record: UntypedRecord, our: UntypedRecord, kind: Kind | undefined, known: Known): void {
  if (kind !== undefined) known.learn(kind, record.id, our.id)
  for (const [name, value] of Object.entries(record)) {
    const fieldKind = kindOfField(name)
    if (fieldKind !== undefined && Object.hasOwn(our, name)) known.learn(fieldKind, value, our[name])
  }
  if (kind === 'script' && typeof our.id === 'string')
    known.learnRevision(our.id, record.updatedAt, our.updatedAt)
}
