/** Pinned scripts of a user: *Pins* of the section *Further endpoints*. All shapes are inferred. */
import { acknowledged, inferred, list, paged } from '../contract.ts'
import { listedScript } from './scripts.ts'

export const pins = {
  list: inferred({
    method: 'GET',
    path: '/v1/me/pins',
    auth: 'key',
    query: paged,
    response: list(listedScript),
  }),
  create: inferred({ method: 'POST', path: '/v1/scripts/{id}/pin', auth: 'key', response: acknowledged }),
  delete: inferred({ method: 'DELETE', path: '/v1/scripts/{id}/pin', auth: 'key', response: acknowledged }),
}
