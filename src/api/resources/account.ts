/** The caller's account: the contract of the section *Account and reports* of the service's document. */
import { operationsOf } from '../contract/contract.ts'

const operation = operationsOf('Endpoints / Account and reports')

export const account = {
  /** Irreversible; removes all data of the user. */
  delete: operation('DELETE', '/v1/account'),
}
