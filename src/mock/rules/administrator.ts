/** Rule 7 of *Authentication*: administrative routes require administrator status. */
import type { Operation } from '../../api/contract.ts'
import { forbidden } from '../http/http-error.ts'
import type { UserRow } from '../world/rows.ts'

/** 403 for non-administrators, before validation. */
export function requireAdministrator({ path }: Operation, caller: UserRow | undefined): void {
  if (/^\/v1\/(admin|audit)\//.test(path) && !caller?.isAdmin)
    throw forbidden('only administrators may do this')
}
