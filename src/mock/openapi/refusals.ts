/** Lists the errors that each operation of the embedded service answers with. */
import type { Operation } from '../../api/contract/contract.ts'
import { billing } from '../../api/resources/billing.ts'
import type { Contract } from '../../api/resources/index.ts'
import type { ErrorName } from './error-kinds.ts'

type Refusals = {
  readonly [R in keyof Contract]?: { readonly [O in keyof Contract[R]]?: readonly ErrorName[] }
}

const ofOwner = ['Forbidden'] as const

/** Errors of the handlers; those that follow from the kind of the operation are added below. */
const refusals: Refusals = {
  admin: { refund: ['NotFound', 'NotRefundable'] },
  ai: { chat: ['NotFound', 'QuotaExceeded'] },
  analytics: { event: ['NotFound'], funnel: ['NotFound'], summary: ofOwner, daily: ofOwner },
  billing: {
    subscribe: ['ConsentMissing', 'PromoRejected', 'NotFound', 'AlreadySubscribed'],
    purchaseBundle: ['PromoRejected', 'NotFound', 'AlreadyOwned'],
    revokeConsent: ['NotFound'],
    updateSubscription: ['NotFound', 'ConsentRevoked'],
  },
  comments: { create: ['QuotaExceeded'], delete: ofOwner, deleteFromScript: ofOwner },
  membership: {
    remove: [...ofOwner, 'IsOwner'],
    invitations: ofOwner,
    invite: [...ofOwner, 'AlreadyMember'],
    decline: ofOwner,
  },
  reports: { create: ['Forbidden', 'NotFound'] },
  scripts: {
    create: ['SlugTaken', 'ScriptRejected', 'QuotaExceeded', 'Busy'],
    update: [...ofOwner, 'SlugTaken', 'Conflict', 'QuotaExceeded'],
    delete: ofOwner,
  },
  sharing: { create: ofOwner, delete: ofOwner, thumbnail: ofOwner },
  versions: { list: ofOwner, create: ofOwner, restore: [...ofOwner, 'Conflict'] },
  workspaces: {
    update: ofOwner,
    delete: ofOwner,
    avatar: ofOwner,
    transfer: [...ofOwner, 'NotAMember'],
  },
}

/** Reading the subscription renews it. */
const renewing = billing.me.path
const storesNothing = billing.validatePromo.path

/** Errors of an operation. */
export function refusalsOf(
  resource: string,
  name: string,
  operation: Operation,
): readonly ErrorName[] {
  const { method, path, section } = operation
  const own =
    (refusals as Record<string, Record<string, readonly ErrorName[]>>)[resource]?.[name] ?? []
  const reads = method === 'GET'
  const isBilling = section === billing.status.section && path !== billing.status.path
  return [
    ...own,
    // The thing in the path may be missing.
    ...(path.includes('{') ? (['NotFound'] as const) : []),
    'Unauthorized',
    'RateLimited',
    ...(/^\/v1\/(admin|audit)\//.test(path) ? (['Forbidden'] as const) : []),
    ...(reads ? [] : (['PayloadTooLarge', 'Compressed', 'ValidationFailed'] as const)),
    // Texts are always valid; numbers, enumerations and required parameters may not be.
    ...(reads && Object.keys(operation.query.shape).length > 0
      ? (['ValidationFailed'] as const)
      : []),
    ...(isBilling ? (['BillingNotConfigured'] as const) : []),
    ...((reads && path !== renewing) || path === storesNothing ? [] : (['NotStored'] as const)),
  ]
}
