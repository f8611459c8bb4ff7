/** The caller's account: the contract of the section *Account and reports* of the service's document. */
import { acknowledged, operation } from '../contract.ts'

export const account = {
  /** Irreversible; removes all data of the user. */
  delete: operation({
    method: 'DELETE',
    path: '/v1/account',
    auth: 'key',
    response: acknowledged,
    section: 'Endpoints / Account and reports',
  }),
}
