/** Remembers which id, slug, token or revision of the embedded service stands for a recorded one. */

/** Ids of different kinds may be equal: other services count from 1 in every table. */
export type Kind =
  | ('script' | 'slug' | 'comment' | 'collection' | 'workspace' | 'schema' | 'user' | 'invitation')
  | ('payment' | 'subscription' | 'plan' | 'bundle' | 'report' | 'token' | 'notification')

const kindsByField: Readonly<Record<string, Kind>> = {
  scriptId: 'script',
  userId: 'user',
  commentId: 'comment',
  collectionId: 'collection',
  workspaceId: 'workspace',
  ownerId: 'user',
  invitationId: 'invitation',
  paymentId: 'payment',
  subscriptionId: 'subscription',
  planId: 'plan',
  bundleId: 'bundle',
  shareToken: 'token',
  token: 'token',
  slug: 'slug',
}

/** Kind of `id` after a segment of a path: `/v1/collections/{id}/scripts`. */
const kindsBySegment: Readonly<Record<string, Kind>> = {
  scripts: 'script',
  script: 'script',
  collections: 'collection',
  comments: 'comment',
  workspaces: 'workspace',
  schemas: 'schema',
  users: 'user',
  reports: 'report',
}

/** Kind of `id` in the answers of a resource of the contract. */
const kindsByResource: Readonly<Record<string, Kind>> = {
  scripts: 'script',
  discovery: 'script',
  sharing: 'script',
  pins: 'script',
  comments: 'comment',
  collections: 'collection',
  workspaces: 'workspace',
  schemas: 'schema',
  profiles: 'user',
  notifications: 'notification',
}
/** Operations that answer with a record of another kind than their resource. */
const kindsByOperation: Readonly<Record<string, Kind>> = {
  'versions.restore': 'script',
  'analytics.popular': 'script',
  'analytics.recent': 'script',
  'admin.scripts': 'script',
  'admin.updateScript': 'script',
  'admin.users': 'user',
  'admin.updateUser': 'user',
  'membership.invite': 'invitation',
  'membership.invitations': 'invitation',
  'reports.create': 'report',
}

export const kindOfField = (name: string): Kind | undefined =>
  Object.hasOwn(kindsByField, name) ? kindsByField[name] : undefined

/** Kind of a parameter in a path of the contract. */
export function kindOfParameter(path: string, name: string): Kind | undefined {
  const before =
    path
      .slice(0, path.indexOf(`/{${name}}`))
      .split('/')
      .at(-1) ?? ''
  if (name !== 'id' && name !== 'idOrSlug') return kindOfField(name)
  return Object.hasOwn(kindsBySegment, before) ? kindsBySegment[before] : undefined
}

/** Kind of the records in the answers of an operation, such as `comments.create`. */
export const kindOfAnswer = (operation: string): Kind | undefined =>
  kindsByOperation[operation] ?? kindsByResource[operation.split('.')[0] ?? '']

export class Known {
  readonly #ids = new Map<string, string>()
  readonly #revisions = new Map<string, string>()

  /** @param recorded a text or a number */
  learn(kind: Kind, recorded: unknown, embedded: unknown): void {
    if (!isId(recorded) || !isId(embedded)) return
    this.#ids.set(`${kind} ${recorded}`, String(embedded))
  }

  /** The embedded service's id for a recorded one. */
  find(kind: Kind, recorded: unknown): string | undefined {
    if (!isId(recorded)) return undefined
    return this.#ids.get(`${kind} ${recorded}`)
  }

  /** @param script id of the embedded service */
  learnRevision(script: string, recorded: unknown, embedded: unknown): void {
    if (isId(recorded) && typeof embedded === 'string') this.#revisions.set(`${script} ${recorded}`, embedded)
  }

  findRevision(script: string | undefined, recorded: unknown): string | undefined {
    return this.#revisions.get(`${script} ${recorded}`)
  }
}

export const isId = (value: unknown): value is string | number =>
  (typeof value === 'string' && value !== '') || typeof value === 'number'
