/** Workspaces: their part of the section *Further endpoints*. All shapes are inferred. */
import { z } from 'zod'
import { acknowledged, inferred, list, paged, single } from '../contract.ts'
import { listedScript } from './scripts.ts'
import { picture } from './sharing.ts'

const workspace = z.looseObject({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  ownerId: z.string(),
  isPublic: z.boolean(),
  avatarUrl: z.string().nullable(),
  memberCount: z.int(),
  createdAt: z.string(),
})

const fields = {
  name: z.string().min(1),
  description: z.string().optional(),
  /** Everybody may see the workspace and its public scripts. */
  isPublic: z.boolean().optional(),
}

export const workspaces = {
  /** Workspaces of the caller. */
  list: inferred({
    method: 'GET',
    path: '/v1/workspaces',
    auth: 'key',
    query: paged,
    response: list(workspace),
  }),
  create: inferred({
    method: 'POST',
    path: '/v1/workspaces',
    auth: 'key',
    body: z.object(fields),
    response: single(workspace),
  }),
  get: inferred({ method: 'GET', path: '/v1/workspaces/{id}', auth: 'key', response: single(workspace) }),
  update: inferred({
    method: 'PATCH',
    path: '/v1/workspaces/{id}',
    auth: 'key',
    body: z.object(fields).partial(),
    response: single(workspace),
  }),
  delete: inferred({ method: 'DELETE', path: '/v1/workspaces/{id}', auth: 'key', response: acknowledged }),
  /** Public data of a public workspace. */
  public: inferred({
    method: 'GET',
    path: '/v1/workspaces/{id}/public',
    auth: 'key',
    response: single(workspace.extend({ scripts: z.array(listedScript) })),
  }),
  avatar: inferred({
    method: 'POST',
    path: '/v1/workspaces/{id}/avatar',
    auth: 'key',
    body: picture,
    response: single(workspace),
  }),
  /** Transfers to another member; the old owner stays a member. */
  transfer: inferred({
    method: 'POST',
    path: '/v1/workspaces/{id}/transfer-ownership',
    auth: 'key',
    body: z.object({ userId: z.string() }),
    response: single(workspace),
  }),
}
