/** The fields of each answer that the service's document shows, and no others. */

/** `true` keeps a value as it is; a list describes its entries, an object its fields. */
type Shape = true | readonly [Shape] | { readonly [field: string]: Shape }

const fields = (names: string, more: Record<string, Shape> = {}): Shape => ({
  ...Object.fromEntries(names.split(' ').map((name) => [name, true as const])),
  ...more,
})
const counted = (entry: Shape): Shape => ({ items: [entry], totalCount: true })

const script = fields(
  'id slug name description type code readme readmePreview tags category isPublic publishedAt viewCount starCount ' +
    'engineVersion section accessTier shareToken userCanAccess',
)
const galleryItem = fields(
  'id name slug description type category isPublic viewCount starCount tags',
)
const ok = fields('ok')
const checkout = fields('subscriptionId paymentId orderId paymentUrl widget')
const subscriptionState = fields('id cancelAtPeriodEnd status')

/** By the names of the contract. */
const documented: Record<string, Shape> = {
  'scripts.gallery': counted(galleryItem),
  'scripts.public': counted(galleryItem),
  'scripts.own': counted(fields('id name slug viewCount')),
  'scripts.get': { item: script },
  'scripts.create': { item: script },
  'scripts.update': { item: script },
  'scripts.delete': ok,
  'scripts.star': fields('starred'),
  'scripts.view': fields('ok viewCount'),
  'comments.list': {
    items: [
      fields('id scriptId userId content targetType targetId createdAt', {
        author: fields('username fullName avatarUrl'),
      }),
    ],
  },
  'comments.create': { item: fields('id content targetType') },
  'comments.delete': ok,
  'comments.deleteFromScript': ok,
  'collections.list': counted(fields('id name description color scriptCount createdAt')),
  'collections.create': { item: fields('id name scriptCount') },
  'collections.addScript': ok,
  'collections.removeScript': ok,
  'profiles.byUsername': { item: fields('id username fullName avatarUrl createdAt') },
  'quota.me': fields('tierId isAdmin', { quotas: [fields('key used limit windowSeconds')] }),
  'billing.status': fields('configured'),
  'billing.bundles': { items: [fields('id name description priceKopeks currency')] },
  'billing.me': {
    subscription: fields('id planId status cancelAtPeriodEnd'),
    plan: fields('id priceKopeks intervalDays'),
    payments: [fields('id amountKopeks status createdAt')],
  },
  'billing.subscribe': checkout,
  'billing.purchaseBundle': checkout,
  'billing.validatePromo': fields(
    'valid code discountType discountValue originalAmountKopeks discountKopeks finalAmountKopeks reason',
  ),
  'billing.revokeConsent': {
    subscription: subscriptionState,
    recurringConsent: true,
    widget: true,
  },
  'billing.updateSubscription': { subscription: subscriptionState },
  'account.delete': ok,
  'reports.create': fields('ok id'),
}

/** The least that a write may answer by the document. */
const thin: Record<string, Shape> = {
  'scripts.create': { item: fields('id slug name') },
  'scripts.update': { item: fields('id slug name publishedAt') },
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function keep(value: unknown, shape: Shape, also?: string): unknown {
  if (shape === true || value === null) return value
  if (Array.isArray(value))
    return value.map((entry) => keep(entry, (shape as readonly [Shape])[0], also))
  if (!isObject(value)) return value
  if (also !== undefined && also in value)
    return { ...(keep(value, shape) as object), [also]: value[also] }
  return Object.fromEntries(
    Object.entries(shape).flatMap(([name, inner]) =>
      name in value ? [[name, keep(value[name], inner, also)]] : [],
    ),
  )
}

/** Endpoints without a documented shape: scripts have only documented fields, and nothing has a revision. */
function keepScripts(value: unknown, also?: string): unknown {
  if (Array.isArray(value)) return value.map((entry) => keepScripts(entry, also))
  if (!isObject(value)) return value
  if ('slug' in value && 'engineVersion' in value) return keep(value, script, also)
  const { updatedAt: _, ...rest } = value
  return mapFields(rest, (_name, field) => keepScripts(field, also))
}

/** `userCanAccess` is present on gated reads only. */
function withoutGate(body: unknown): unknown {
  if (!isObject(body) || !isObject(body.item) || body.item.section === 'cases') return body
  const { userCanAccess: _, ...item } = body.item
  return { ...body, item }
}

export interface AnswerForm {
  /** Creates and updates answer hardly more than the id. */
  isThin: boolean
  /** Scripts have `updatedAt`, which is not in the document. */
  hasRevisions: boolean
}

/** @param name of the operation in the contract */
export function documentedAnswer(
  name: string,
  body: unknown,
  { isThin, hasRevisions }: AnswerForm,
): unknown {
  const shape = (isThin ? thin[name] : undefined) ?? documented[name]
  const also = hasRevisions ? 'updatedAt' : undefined
  return respell(
    shape === undefined ? keepScripts(body, also) : keep(withoutGate(body), shape, also),
    {
      id: (id) => id.toUpperCase(),
      time: (time) =>
        new Date(Date.parse(time) + 3 * 3_600_000).toISOString().replace(/(\.000)?Z$/, '+03:00'),
    },
  )
}

/** Error bodies by *Errors*: those of 401, 403 and 404 are not shown. */
export function documentedRefusal(status: number, body: unknown): [status: number, body: unknown] {
  const given = isObject(body) ? body : {}
  if (status === 409 && given.error === 'slug_taken') {
    return [422, validationFailed([{ path: ['slug'], message: 'Already taken' }])]
  }
  const names: Record<number, string> = {
    400: 'reason' in given ? 'error reason' : '',
    409: 'error',
    413: 'error',
    422: 'error issues details errors',
    429: given.error === 'quota_exceeded' ? 'error quota limit' : '',
    503: 'error',
  }
  return [status, keep(given, fields(names[status] ?? ''))]
}

export const validationFailed = (issues: { path: string[]; message: string }[]) => ({
  error: 'validation_failed',
  issues,
})

export const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** Writes UUIDs and times at any depth in another form. */
export function respell(
  value: unknown,
  as: { id: (id: string) => string; time?: (time: string) => string },
  name = '',
): unknown {
  if (Array.isArray(value)) return value.map((entry) => respell(entry, as, name))
  if (isObject(value)) return mapFields(value, (field, inner) => respell(inner, as, field))
  if (typeof value !== 'string') return value
  if (/^id$|Id$/.test(name) && isUuid(value)) return as.id(value)
  return as.time && /At$|End$/.test(name) && !Number.isNaN(Date.parse(value))
    ? as.time(value)
    : value
}

const mapFields = (
  record: Record<string, unknown>,
  map: (name: string, value: unknown) => unknown,
) => Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(name, value)]))
