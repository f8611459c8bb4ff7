/** Finds the caller of a request by its credentials: section *Authentication* of the document. */
import type { Database } from './database/database.ts'
import type { UserRow } from './database/rows.ts'
import type { Connection } from './http/connection.ts'
import { forbidden, unauthorized } from './http/http-error.ts'

export interface Credentials {
  /** Undefined for a browser session, which has no per-key rate. */
  readonly key: string | undefined
  readonly caller: UserRow
}

/**
 * Undefined without credentials. Unknown and revoked ones are refused even where none are needed (rule 8: invalid
 * credentials give 401).
 */
export function authenticate(
  database: Database,
  wire: Pick<Connection, 'header'>,
): Credentials | undefined {
  const { key, session } = sentCredentials(wire)
  if (key === undefined && session === undefined) return undefined
  const row = key === undefined ? database.sessions.get(session ?? '') : validKey(database, key)
  const caller = row && database.users.get(row.userId)
  if (caller) return { key, caller }
  throw unauthorized(
    key === undefined ? 'the session is unknown or expired' : 'the API key is unknown or revoked',
  )
}

function validKey(database: Database, key: string) {
  const row = database.keys.get(key)
  return row?.revoked ? undefined : row
}

/** For public pages: invalid credentials count as none. */
export function callerIfAny(
  database: Database,
  wire: Pick<Connection, 'header'>,
): UserRow | undefined {
  try {
    return authenticate(database, wire)?.caller
  } catch {
    return undefined
  }
}

/** The Bearer token or `X-API-Key` (rule 2), else the cookie `session` (rule 3: the Bearer token wins). */
function sentCredentials({ header }: Pick<Connection, 'header'>): {
  key?: string
  session?: string
} {
  // "Bearer" alone is a key, an empty one: a program forgot to set it.
  const bearer = /^bearer(?: (.*))?$/i.exec(header('authorization') ?? '')
  const key = (bearer ? (bearer[1] ?? '') : header('x-api-key'))?.trim()
  if (key !== undefined) return { key }
  const session = /(?:^|;\s*)session=([^;]*)/.exec(header('cookie') ?? '')?.[1]
  return session === undefined ? {} : { session }
}

/** Rule 7: administrative routes require administrator status. */
export const isAdministrative = (path: string): boolean => /^\/v1\/(admin|audit)\//.test(path)

/** 403 for non-administrators, before validation. */
export function requireAdministrator(
  { path }: { path: string },
  caller: UserRow | undefined,
): void {
  if (isAdministrative(path) && !caller?.isAdmin) throw forbidden('only administrators may do this')
}
