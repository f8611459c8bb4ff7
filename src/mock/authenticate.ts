/** Finds the caller of a request by its credentials. */
import type { Database } from './database/database.ts'
import type { UserRow } from './database/rows.ts'
import type { Connection } from './http/connection.ts'
import { unauthorized } from './http/http-error.ts'
import { sentCredentials } from './rules/credentials.ts'

export interface Credentials {
  /** Undefined for a browser session, which has no per-key rate. */
  readonly key: string | undefined
  readonly caller: UserRow
}

/**
 * Undefined without credentials. Unknown and revoked ones are refused even where none are needed (rule 8: invalid
 * credentials give 401).
 */
export function authenticate(database: Database, wire: Pick<Connection, 'header'>): Credentials | undefined {
  const { key, session } = sentCredentials(wire)
  if (key === undefined && session === undefined) return undefined
  const known = database.keys.get(key ?? '')
  const row = key === undefined ? database.sessions.get(session ?? '') : known?.revoked ? undefined : known
  const caller = row && database.users.get(row.userId)
  if (caller) return { key, caller }
  throw unauthorized(
    key === undefined ? 'the session is unknown or expired' : 'the API key is unknown or revoked',
  )
}

/** For public pages: invalid credentials count as none. */
export function callerIfAny(database: Database, wire: Pick<Connection, 'header'>): UserRow | undefined {
  try {
    return authenticate(database, wire)?.caller
  } catch {
    return undefined
  }
}
