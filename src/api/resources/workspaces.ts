/** Workspaces: their part of the section *Further endpoints*. All shapes are inferred. */
import * as z from 'zod/mini'
import { inferred, inferredList, single } from '../contract/contract.ts'
import { listedScript } from './scripts.ts'
import { picture } from './sharing.ts'

const workspace = z.looseObject({
  id: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  ownerId: z.string(),
  isPublic: z.boolean(),
  avatarUrl: z.nullable(z.string()),
  memberCount: z.int(),
  createdAt: z.string(),
})

const fields = {
  name: z.string().check(z.minLength(1)),
  description: z.optional(z.string()),
  /** Everybody may see the workspace and its public scripts. */
  isPublic: z.optional(z.boolean()),
}

export const workspaces = {
  /** Workspaces of the caller. */
  list: inferredList('/v1/workspaces', () => workspace),
  create: inferred('POST', '/v1/workspaces', () => ({
    body: z.object(fields),
    response: single(workspace),
  })),
  get: inferred('GET', '/v1/workspaces/{id}', () => ({ response: single(workspace) })),
  update: inferred('PATCH', '/v1/workspaces/{id}', () => ({
    body: z.partial(z.object(fields)),
    response: single(workspace),
  })),
  delete: inferred('DELETE', '/v1/workspaces/{id}'),
  /** Public data of a public workspace. */
  public: inferred('GET', '/v1/workspaces/{id}/public', () => ({
    response: single(z.extend(workspace, { scripts: z.array(listedScript) })),
  })),
  avatar: inferred('POST', '/v1/workspaces/{id}/avatar', () => ({
    body: picture,
    response: single(workspace),
  })),
  /** Transfers to another member; the old owner stays a member. */
  transfer: inferred('POST', '/v1/workspaces/{id}/transfer-ownership', () => ({
    body: z.object({ userId: z.string() }),
    response: single(workspace),
  })),
}
