/** Public profiles: the contract of the section *Profiles and quota* of the service's document. */
import { z } from 'zod'
import { operation, single } from '../contract.ts'

export const profile = z.looseObject({
  id: z.string(),
  username: z.string().optional(),
  fullName: z.string().nullish(),
  avatarUrl: z.string().nullish(),
  createdAt: z.string().optional(),
})
export type PublicProfile = z.output<typeof profile>

export const profiles = {
  byUsername: operation({
    method: 'GET',
    path: '/v1/profiles/by-username/{username}',
    auth: 'none',
    response: single(profile),
    section: 'Endpoints / Profiles and quota',
  }),
}
