/** Rewrites requests and answers of the embedded service, so that it is the service's document and no more. */
import { contract } from '../../src/api/resources/index.ts'
import { callerIfAny } from '../../src/mock/authenticate.ts'
import type { Database } from '../../src/mock/database/database.ts'
import { findOperation, type ServedOperation } from '../../src/mock/operations.ts'
import {
  documentedAnswer,
  documentedRefusal,
  isUuid,
  respell,
  validationFailed,
} from './documented-answers.ts'
import { reasonAgainst } from './documented-script.ts'

export interface DocumentOptions {
  /** `thin`: creates and updates answer hardly more than the id; 401, 403 and 404 have no body. Default: `full`. */
  answers?: 'full' | 'thin'
  /** How an unknown field of a request is refused: named by the path of the issue, or in its message as zod 3 does. */
  unknownFields?: 'by-path' | 'in-words'
  /** `told`: scripts have `updatedAt` as a revision, but no request takes `expectedUpdatedAt`. Default: `absent`. */
  revisions?: 'absent' | 'told'
  /** A page of more than 12 is refused with 422 by default. */
  longPages?: 'refused' | 'capped'
  /** `absent`: of *Further endpoints* only `GET /v1/scripts/user` exists. */
  further?: 'offered' | 'absent'
}

/** A request that was read. */
export interface Received {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly text: string
  readonly signal: AbortSignal
}

export type Forward = (received: Received) => Promise<Response>

/** Fields that our contract sends although the document has none like it. */
const undocumented = new Set(['expectedUpdatedAt'])
const maxPageSize = 12
const sizes = ['limit', 'pageSize']

export function documentOnly(
  options: DocumentOptions,
  database: Database,
  forward: Forward,
): Forward {
  const form = { isThin: options.answers === 'thin', hasRevisions: options.revisions === 'told' }
  return async (received) => {
    const { method, url, headers, text } = received
    const operation = withoutUuidCase(url) ? findOperation(method, url.pathname) : undefined
    if (!operation || (options.further === 'absent' && isFurther(operation)))
      return refusal(404, {}, options)
    const header = (name: string) => headers.get(name) ?? undefined
    const mayAsk = operation.operation.auth === 'none' || callerIfAny(database, { header })
    const body = parse(text)
    const invalid =
      mayAsk &&
      (pageIssue(operation, url, options) ?? (await bodyProblem(operation, body, options)))
    if (invalid) return refusal(422, invalid, options)
    const sent =
      body === undefined ? text : JSON.stringify(respell(body, { id: (id) => id.toLowerCase() }))
    const response = await forward({ ...received, text: sent })
    const answer = parse(await response.text())
    if (response.status >= 400) return refusal(response.status, answer, options)
    return Response.json(documentedAnswer(operation.name, answer, form))
  }
}

const isFurther = ({ operation }: ServedOperation) =>
  operation.inferred && operation !== contract.scripts.own

/** Ids are accepted in either case. False for a path outside the document. */
function withoutUuidCase(url: URL): boolean {
  const lower = (text: string) => (isUuid(text) ? text.toLowerCase() : text)
  url.pathname = url.pathname.split('/').map(lower).join('/')
  for (const [name, value] of [...url.searchParams]) url.searchParams.set(name, lower(value))
  return url.pathname.startsWith('/v1/')
}

/** Refuses or caps a long page, and sets the default. */
function pageIssue(
  { operation }: ServedOperation,
  { searchParams }: URL,
  { longPages }: DocumentOptions,
) {
  const size = sizes.find((name) => name in operation.query.shape)
  if (size === undefined) return undefined
  const asked = searchParams.get(size)
  const isLong = Number(asked) > maxPageSize
  if (isLong && longPages !== 'capped') {
    return validationFailed([
      { path: [size], message: `Number must be less than or equal to ${maxPageSize}` },
    ])
  }
  if (isLong || asked === null) searchParams.set(size, String(maxPageSize))
  return undefined
}

/** What the document's validation has against a body. */
async function bodyProblem(
  { name, operation }: ServedOperation,
  body: unknown,
  { unknownFields }: DocumentOptions,
) {
  if (typeof body !== 'object' || body === null) return undefined
  const unknown = Object.keys(body).filter(
    (key) => undocumented.has(key) || !(key in operation.body.shape),
  )
  if (unknown.length > 0) {
    const quoted = unknown.map((key) => `'${key}'`).join(', ')
    return validationFailed(
      unknownFields === 'in-words'
        ? [{ path: [], message: `Unrecognized key(s) in object: ${quoted}` }]
        : unknown.map((key) => ({ path: [key], message: 'Unrecognized key' })),
    )
  }
  if (
    name !== 'scripts.create' ||
    !('code' in body) ||
    !('type' in body) ||
    body.type !== 'topology'
  )
    return undefined
  const details = await reasonAgainst(String(body.code))
  if (details === undefined) return undefined
  const fix = 'Use only the calls of the documentation'
  return {
    error: 'validation_failed',
    details,
    errors: [{ type: 'invalid', message: details, fix }],
  }
}

function refusal(status: number, given: unknown, { answers }: DocumentOptions): Response {
  const [shown, body] = documentedRefusal(status, given)
  const isMute = answers === 'thin' && [401, 403, 404].includes(shown)
  return isMute ? new Response(null, { status: shown }) : Response.json(body, { status: shown })
}

/** Undefined for a text that is not JSON. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
