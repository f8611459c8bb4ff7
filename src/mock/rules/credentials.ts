/** Authenticates requests: section *Authentication* of the document. */

import type { Database } from '../database/database.ts'
import type { UserRow } from '../database/rows.ts'
import type { Connection } from '../http/connection.ts'
import { unauthorized } from '../http/http-error.ts'

export interface Credentials {
  /** Undefined for a browser session, which has no per-key rate. */
  readonly key: string | undefined
  readonly caller: UserRow
}

/**
 * Uses the Bearer token or `X-API-Key` (rule 2), else the cookie `session` (rule 3: the Bearer token wins). Returns
 * undefined if none is sent. Unknown and revoked credentials are refused even where none are needed (rule 8:
 * invalid credentials give 401).
 */
export function authenticate(
  database: Database,
  { header }: Pick<Connection, 'header'>,
): Credentials | undefined {
  const bearer = /^bearer (.*)$/i.exec(header('authorization') ?? '')?.[1]
  const key = (bearer ?? header('x-api-key'))?.trim()
  if (key !== undefined) {
    const row = database.keys.get(key)
    const caller = row && !row.revoked ? database.users.get(row.userId) : undefined
    if (!caller) throw unauthorized('the API key is unknown or revoked')
    return { key, caller }
  }
  const session = /(?:^|;\s*)session=([^;]*)/.exec(header('cookie') ?? '')?.[1]
  if (session === undefined) return undefined
  const caller = database.users.get(database.sessions.get(session)?.userId ?? '')
  if (!caller) throw unauthorized('the session is unknown or expired')
  return { key: undefined, caller }
}

/** For public pages: invalid credentials count as none. */
export function callerIfAny(database: Database, wire: Pick<Connection, 'header'>): UserRow | undefined {
  try {
    return authenticate(database, wire)?.caller
  } catch {
    return undefined
  }
}
