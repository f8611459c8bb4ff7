/** Members and invitations: *Workspaces* of the section *Further endpoints*. All shapes are inferred. */
import * as z from 'zod/mini'
import { inferred, list, single } from '../contract/contract.ts'

const member = z.looseObject({
  userId: z.string(),
  username: z.string(),
  fullName: z.string(),
  avatarUrl: z.nullable(z.string()),
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
  members: inferred('GET', '/v1/workspaces/{id}/members', () => ({ response: list(member) })),
  /** The owner removes others; a member leaves. */
  remove: inferred('DELETE', '/v1/workspaces/{id}/members/{userId}'),
  invitations: inferred('GET', '/v1/workspaces/{id}/invitations', () => ({
    response: list(invitation),
  })),
  invite: inferred('POST', '/v1/workspaces/{id}/invitations', () => ({
    body: z.object({ username: z.string() }),
    response: single(invitation),
  })),
  /** The owner withdraws the invitation, or the invited user declines it. */
  decline: inferred('DELETE', '/v1/workspaces/{id}/invitations/{invitationId}'),
  accept: inferred('POST', '/v1/workspaces/{id}/invitations/{invitationId}/accept'),
}
