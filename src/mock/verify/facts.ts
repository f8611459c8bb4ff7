/** Collects facts about the recorded account and its scripts from a whole recording. */

import type { Operation } from '../../api/contract.ts'
import { findList, findRecord, isRecord, type UntypedRecord } from '../../api/envelope.ts'
import { billing } from '../../api/resources/billing.ts'
import type { Provider } from '../database/database.ts'
import type { UserRow } from '../database/rows.ts'
import { isId, kindOfAnswer } from './known.ts'
import type { RecordedCall } from './recorded-call.ts'

export interface Facts {
  readonly me: {
    id: string | undefined
    username: string | undefined
    isAdmin: boolean
    tier: UserRow['tier']
  }
  readonly provider: Provider
  /** The file has no credentials, although they were sent: browsers remove them. */
  readonly isWithoutCredentials: boolean
  /** Ids and slugs of scripts of the recorded account. */
  readonly ownScripts: ReadonlySet<string>
  /** Scripts by id: the fields of the first records that have them. */
  readonly scripts: ReadonlyMap<string, UntypedRecord>
  /** Ids of scripts by slug. */
  readonly idsBySlug: ReadonlyMap<string, string>
  /** Ids of comments that the recorded account deleted. */
  readonly ownComments: ReadonlySet<string>
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** True for operations that answer with a list. */
export const answersList = ({ response }: Operation): boolean =>
  'items' in ((response as { shape?: object }).shape ?? {})

/** The records of an answer in any envelope. */
export function recordsIn({ served, answer }: Pick<RecordedCall, 'served' | 'answer'>): UntypedRecord[] {
  if (!served) return []
  if (answersList(served.operation)) return (findList(answer)?.items ?? []).filter(isRecord)
  const record = findRecord(answer)
  return record ? [record] : []
}

/** Operations that only the owner of a script may use, besides writes of the script. */
const forOwners =
  /^(scripts\.(update|delete)|versions\.|sharing\.(create|delete|thumbnail)|analytics\.(summary|daily))/

export function collectFacts(calls: readonly RecordedCall[]): Facts {
  const me: Facts['me'] = { id: undefined, username: undefined, isAdmin: false, tier: 'free' }
  const ownScripts = new Set<string>()
  const scripts = new Map<string, UntypedRecord>()
  const idsBySlug = new Map<string, string>()
  const ownComments = new Set<string>()
  let provider: Provider = 'bank'
  let isWithoutCredentials = false
  for (const call of calls) {
    const { served, status, answer, params } = call
    if (!served) continue
    const { name, operation } = served
    if (isWithoutBilling(call)) provider = 'none'
    // Refused for another reason than the owner.
    if (name === 'scripts.update' && [409, 413, 429].includes(status)) ownScripts.add(params.id ?? '')
    if (!isSuccess(status)) continue
    if (operation.auth === 'key' && !call.hasCredentials) isWithoutCredentials = true
    if (isRecord(answer) && isRecord(answer.widget)) provider = 'widget'
    if (/^\/v1\/(admin|audit)\//.test(operation.path)) me.isAdmin = true
    if (forOwners.test(name) && params.id !== undefined) ownScripts.add(params.id)
    if (/^comments\.delete/.test(name) && params.commentId !== undefined) ownComments.add(params.commentId)
    if (name === 'quota.me' && isRecord(answer)) {
      if (answer.isAdmin === true) me.isAdmin = true
      if (typeof answer.tierId === 'string' && answer.tierId !== 'free') me.tier = 'pro'
    }
    for (const record of recordsIn(call)) {
      if (name === 'comments.create') Object.assign(me, authorOf(record, me))
      if (kindOfAnswer(name) !== 'script' || !isId(record.id)) continue
      const id = String(record.id)
      if (name === 'scripts.own' || record.isPublic === false) ownScripts.add(id)
      scripts.set(id, { ...record, ...scripts.get(id) })
      if (isId(record.slug) && !idsBySlug.has(String(record.slug))) idsBySlug.set(String(record.slug), id)
    }
  }
  return { me, provider, isWithoutCredentials, ownScripts, scripts, idsBySlug, ownComments }
}

function isWithoutBilling({ served, status, answer }: RecordedCall): boolean {
  const { section, path } = served?.operation ?? {}
  if (path === billing.status.path) return isRecord(answer) && answer.configured === false
  return section === billing.status.section && status === 503
}

function authorOf({ userId, author }: UntypedRecord, { id, username }: Facts['me']) {
  const name = isRecord(author) ? author.username : undefined
  return {
    id: isId(userId) ? String(userId) : id,
    username: typeof name === 'string' ? name : username,
  }
}
