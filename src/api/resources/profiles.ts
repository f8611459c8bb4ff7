/** Public profiles: the contract of the section *Profiles and quota* of the service's document. */
import { z } from 'zod'
import { operationsOf, single } from '../contract.ts'

const operation = operationsOf('Endpoints / Profiles and quota')

export const profile = z.looseObject({
  id: z.string(),
  username: z.string().optional(),
  fullName: z.string().nullish(),
  avatarUrl: z.string().nullish(),
  createdAt: z.string().optional(),
})
export type PublicProfile = z.output<typeof profile>

export const profiles = {
  byUsername: operation('GET', '/v1/profiles/by-username/{username}', () => ({
    auth: 'none',
    response: single(profile),
  })),
}
