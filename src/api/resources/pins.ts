/** Pinned scripts of a user: *Pins* of the section *Further endpoints*. All shapes are inferred. */
import { inferred, inferredList } from '../contract/contract.ts'
import { listedScript } from './scripts.ts'

export const pins = {
  list: inferredList('/v1/me/pins', () => listedScript),
  create: inferred('POST', '/v1/scripts/{id}/pin'),
  delete: inferred('DELETE', '/v1/scripts/{id}/pin'),
}
