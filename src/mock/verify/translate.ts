/** Makes the request for the embedded service of a recorded one: with its ids, slugs, tokens and revisions. */
import { isRecord, type UntypedRecord } from '../../api/envelope.ts'
import type { Database } from '../database/database.ts'
import { type Facts, isSuccess } from './facts.ts'
import { isId, type Kind, type Known, kindOfField, kindOfParameter } from './known.ts'
import type { RecordedCall } from './recorded-call.ts'
import { recordedKey, unknownKey } from './world.ts'

export interface TranslatedRequest {
  readonly path: string
  readonly init: RequestInit
}

/** Before every revision of the embedded service. */
const staleRevision = '1970-01-01T00:00:00.000Z'

export function translate(
  call: RecordedCall,
  known: Known,
  database: Database,
  { isWithoutCredentials }: Pick<Facts, 'isWithoutCredentials'>,
): TranslatedRequest {
  const { method, served, query, body } = call
  const key = keyFor(call, isWithoutCredentials)
  const search = new URLSearchParams(query)
  const slugs = search.get('slugs')
  if (slugs !== null) {
    search.set(
      'slugs',
      slugs
        .split(',')
        .map((slug) => known.find('slug', slug) ?? slug)
        .join(','),
    )
  }
  const path = served ? pathOf(call, served.operation.path, known) : call.path
  const sent = isRecord(body) ? translateBody(call, body, known, database) : body
  return {
    path: search.size > 0 ? `${path}?${search}` : path,
    init: {
      method,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(sent === undefined || method === 'GET'
        ? {}
        : { body: typeof sent === 'string' ? sent : JSON.stringify(sent) }),
    },
  }
}

function keyFor({ status, hasCredentials }: RecordedCall, isWithoutCredentials: boolean): string | undefined {
  if (status === 401) return hasCredentials ? unknownKey : undefined
  return hasCredentials || isWithoutCredentials ? recordedKey : undefined
}

function pathOf({ params }: RecordedCall, template: string, known: Known): string {
  return template.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const recorded = params[name] ?? ''
    const kind = kindOfParameter(template, name)
    const other = kind === 'script' ? known.find('slug', recorded) : undefined
    return encodeURIComponent((kind && known.find(kind, recorded)) ?? other ?? recorded)
  })
}

function translateBody(
  call: RecordedCall,
  body: UntypedRecord,
  known: Known,
  database: Database,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      if (name === 'expectedUpdatedAt') return [name, revisionOf(call, value, known, database)]
      const kind = kindOfBodyField(call, name)
      // A new slug is sent as it was: whether the service takes it is compared.
      if (kind === undefined || kind === 'slug' || !isId(value)) return [name, value]
      return [name, known.find(kind, value) ?? String(value)]
    }),
  )
}

/** The target of a report is a script, that of a comment a node of the drawing. */
const kindOfBodyField = ({ served }: RecordedCall, name: string): Kind | undefined =>
  name === 'targetId' && served?.name === 'reports.create' ? 'script' : kindOfField(name)

/** The same revision of the embedded service; for one that the recording does not show, what had its effect. */
function revisionOf(
  { params, status }: RecordedCall,
  recorded: unknown,
  known: Known,
  database: Database,
): unknown {
  const script = known.find('script', params.id) ?? params.id
  const same = known.findRevision(script, recorded)
  if (same !== undefined) return same
  return isSuccess(status) ? (database.scripts.get(script ?? '')?.updatedAt ?? recorded) : staleRevision
}
