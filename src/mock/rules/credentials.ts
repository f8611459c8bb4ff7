/** Finds the credentials of a request: section *Authentication* of the document. */
import type { Connection } from '../http/connection.ts'

/** The Bearer token or `X-API-Key` (rule 2), else the cookie `session` (rule 3: the Bearer token wins). */
export function sentCredentials({ header }: Pick<Connection, 'header'>): { key?: string; session?: string } {
  const bearer = /^bearer (.*)$/i.exec(header('authorization') ?? '')?.[1]
  const key = (bearer ?? header('x-api-key'))?.trim()
  if (key !== undefined) return { key }
  const session = /(?:^|;\s*)session=([^;]*)/.exec(header('cookie') ?? '')?.[1]
  return session === undefined ? {} : { session }
}
