/** Public profiles: the contract of the section *Profiles and quota* of the service's document. */
import * as z from 'zod/mini'
import { operationsOf, single } from '../contract/contract.ts'

const operation = operationsOf('Endpoints / Profiles and quota')

export const profile = z.looseObject({
  id: z.string(),
  username: z.optional(z.string()),
  fullName: z.nullish(z.string()),
  avatarUrl: z.nullish(z.string()),
  createdAt: z.optional(z.string()),
})
export type PublicProfile = z.output<typeof profile>

export const profiles = {
  byUsername: operation('GET', '/v1/profiles/by-username/{username}', () => ({
    auth: 'none',
    response: single(profile),
  })),
}
