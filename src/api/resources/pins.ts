/** Pinned scripts of a user: *Pins* of the section *Further endpoints*. All shapes are inferred. */
import { inferred, list, paged } from '../contract.ts'
import { listedScript } from './scripts.ts'

export const pins = {
  list: inferred('GET', '/v1/me/pins', { query: paged, response: list(listedScript) }),
  create: inferred('POST', '/v1/scripts/{id}/pin'),
  delete: inferred('DELETE', '/v1/scripts/{id}/pin'),
}
