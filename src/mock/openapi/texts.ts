/** Parts of the OpenAPI document that do not come from the contract. */
import type { Operation } from '../../api/contract/contract.ts'

export const info = {
  title: 'Diagram Script Service',
  // Section *Versioning*: `/v1` is the stable surface.
  version: '1',
  description:
    'The embedded service of topo, as its contract describes it. Operations marked `x-inferred` are named in the document of the service without their shapes. A mock with scripted faults (`/__mock/faults`) deviates from it.',
  license: { name: 'MIT', identifier: 'MIT' },
}

const tagDescriptions: Readonly<Record<string, string>> = {
  account: 'The account of the caller.',
  admin: 'Administration; callers who are not administrators get 403.',
  ai: 'The assistant of the service.',
  analytics: 'Statistics.',
  billing: 'Subscription, bundles, promo codes and payments.',
  collections: 'Private folders of scripts.',
  comments: 'Comments on scripts, nodes and edges.',
  discovery: 'Finding scripts.',
  learning: 'Courses and concepts.',
  me: 'Settings and activity of the caller.',
  membership: 'Members of workspaces and invitations.',
  notifications: 'Notifications of the caller.',
  pins: 'Pinned scripts.',
  profiles: 'Public profiles.',
  quota: 'Quotas of the caller.',
  reminders: 'Reminders of the caller.',
  reports: 'Reports of public scripts.',
  schemas: 'Entity-relationship diagrams.',
  scripts: 'Scripts and the public gallery.',
  sharing: 'Share URLs and thumbnails.',
  versions: 'Versions of scripts.',
  workspaces: 'Workspaces.',
}

/** One tag for each resource of the contract. */
export const tags = (resources: readonly string[]) =>
  resources.map((name) => ({ name, description: tagDescriptions[name] }))

/** Section *Authentication*, rules 2 and 3. */
export const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'An API key, which starts with `ca_`.' },
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key.' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'session',
    description: 'Session of a browser. A Bearer token has precedence.',
  },
}

/** Any one of the schemes. */
export const withCredentials = Object.keys(securitySchemes).map((name) => ({ [name]: [] }))

/** Paths that show more to a caller with a key than to others, although none is needed. */
const showMoreWithKey = new Set(['/v1/scripts/{idOrSlug}', '/v1/share/{token}'])

/** Deviation from the default `withCredentials`: rule 6 lists the operations that need no credentials. */
export function securityOf({ auth, method, path }: Operation) {
  if (auth === 'key') return {}
  return { security: method === 'GET' && showMoreWithKey.has(path) ? [{}, ...withCredentials] : [] }
}

const integer = { type: 'integer', minimum: 0 }

export const headers = {
  'X-Topo-Mock': {
    description: 'Marks every answer as one of the mock.',
    required: true,
    schema: { type: 'string', const: '1' },
  },
  'X-Request-Id': {
    description: 'Id of the request in the journal of the mock.',
    required: true,
    schema: { type: 'string' },
  },
  'X-Topo-Inferred': {
    description: 'Marks answers whose shape is inferred.',
    schema: { type: 'string', const: '1' },
  },
  'RateLimit-Limit': {
    description: 'Requests of a key in an hour; only with a key.',
    schema: integer,
  },
  'RateLimit-Remaining': {
    description: 'Requests that the key has left; only with a key.',
    schema: integer,
  },
  'RateLimit-Reset': {
    description: 'Seconds until the key has all requests again; only with a key.',
    schema: integer,
  },
  'Accept-Encoding': {
    description: 'How a body may be encoded.',
    schema: { type: 'string', const: 'identity' },
  },
  'Retry-After': { description: 'Seconds to wait before a retry.', schema: integer },
}

export const commonHeaders = [
  'X-Topo-Mock',
  'X-Request-Id',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
] as const
