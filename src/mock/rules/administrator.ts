/** Rule 7 of *Authentication*: administrative routes require administrator status. */
import type { Operation } from '../../api/contract.ts'
import type { UserRow } from '../database/rows.ts'
import { forbidden } from '../http/http-error.ts'

/** 403 for non-administrators, before validation. */
export function requireAdministrator({ path }: Operation, caller: UserRow | undefined): void {
  if (/^\/v1\/(admin|audit)\//.test(path) && !caller?.isAdmin)
    throw forbidden('only administrators may do this')
}
