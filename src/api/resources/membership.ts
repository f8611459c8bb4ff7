/** Members and invitations: *Workspaces* of the section *Further endpoints*. All shapes are inferred. */
import { z } from 'zod'
import { acknowledged, inferred, list, single } from '../contract.ts'

const member = z.looseObject({
  userId: z.string(),
  username: z.string(),
  fullName: z.string(),
  avatarUrl: z.string().nullable(),
  role: z.enum(['owner', 'member']),
})

const invitation = z.looseObject({
  id: z.string(),
  workspaceId: z.string(),
  userId: z.string(),
  username: z.string(),
  createdAt: z.string(),
})

export const membership = {
  members: inferred({
    method: 'GET',
    path: '/v1/workspaces/{id}/members',
    auth: 'key',
    response: list(member),
  }),
  /** The owner removes others; a member leaves. */
  remove: inferred({
    method: 'DELETE',
    path: '/v1/workspaces/{id}/members/{userId}',
    auth: 'key',
    response: acknowledged,
  }),
  invitations: inferred({
    method: 'GET',
    path: '/v1/workspaces/{id}/invitations',
    auth: 'key',
    response: list(invitation),
  }),
  invite: inferred({
    method: 'POST',
    path: '/v1/workspaces/{id}/invitations',
    auth: 'key',
    body: z.object({ username: z.string() }),
    response: single(invitation),
  }),
  /** The owner withdraws the invitation, or the invited user declines it. */
  decline: inferred({
    method: 'DELETE',
    path: '/v1/workspaces/{id}/invitations/{invitationId}',
    auth: 'key',
    response: acknowledged,
  }),
  accept: inferred({
    method: 'POST',
    path: '/v1/workspaces/{id}/invitations/{invitationId}/accept',
    auth: 'key',
    response: acknowledged,
  }),
}
