/** The caller's account: the contract of the section *Account and reports* of the service's document. */
import { acknowledged, operation } from '../contract.ts'

export const account = {
  /** Irreversible, and it takes everything of the user along. */
  delete: operation({
    method: 'DELETE',
    path: '/v1/account',
    auth: 'key',
    response: acknowledged,
    section: 'Endpoints / Account and reports',
  }),
}
