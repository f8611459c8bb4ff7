/** Rule 7 of *Authentication*: administrative routes require administrator status. */
import type { UserRow } from '../database/rows.ts'
import { forbidden } from '../http/http-error.ts'

export const isAdministrative = (path: string): boolean => /^\/v1\/(admin|audit)\//.test(path)

/** 403 for non-administrators, before validation. */
export function requireAdministrator({ path }: { path: string }, caller: UserRow | undefined): void {
  if (isAdministrative(path) && !caller?.isAdmin) throw forbidden('only administrators may do this')
}
