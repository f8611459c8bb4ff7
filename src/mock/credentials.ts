/** Who is calling: section *Authentication* of the document. */
import { unauthorized } from './refusal.ts'
import type { UserRow } from './rows.ts'
import type { World } from './world.ts'

export interface Credentials {
  readonly key: string
  readonly caller: UserRow
}

/**
 * Bearer token or `X-API-Key` (rule 2). Nothing when neither is sent; a key that is unknown or revoked is
 * refused even where none is needed (rule 8: invalid credentials give 401).
 */
export function authenticate(world: World, headers: Headers): Credentials | undefined {
  const bearer = /^bearer (.*)$/i.exec(headers.get('authorization') ?? '')?.[1]
  const key = (bearer ?? headers.get('x-api-key'))?.trim()
  if (key === undefined) return undefined
  const row = world.keys.get(key)
  const caller = row && !row.revoked ? world.users.get(row.userId) : undefined
  if (!caller) throw unauthorized('the API key is unknown or revoked')
  return { key, caller }
}
