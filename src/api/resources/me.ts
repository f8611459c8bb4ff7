/** Settings and activity of the caller: *Account* of the section *Further endpoints*. All shapes are inferred. */
import * as z from 'zod/mini'
import { inferred, inferredList, single } from '../contract/contract.ts'

const preferences = {
  locale: z.string().check(z.minLength(2), z.maxLength(35)),
  theme: z.enum(['light', 'dark', 'system']),
  emailNotifications: z.boolean(),
}

export const me = {
  /** Accepts or withdraws a policy. */
  consent: inferred('POST', '/v1/account/consents', () => ({
    body: z.object({
      policy: z.string().check(z.minLength(1)),
      version: z.string().check(z.minLength(1)),
      accepted: z.boolean(),
    }),
  })),
  preferences: inferred('GET', '/v1/account/preferences', () => ({
    response: single(z.looseObject(preferences)),
  })),
  updatePreferences: inferred('PATCH', '/v1/account/preferences', () => ({
    body: z.partial(z.object(preferences)),
    response: single(z.looseObject(preferences)),
  })),
  /** Actions of the caller, newest first. */
  activity: inferredList('/v1/me/activity', () =>
    z.looseObject({
      type: z.string(),
      scriptId: z.string(),
      createdAt: z.string(),
    }),
  ),
  /** Suggestions for the caller's scripts. */
  aiSuggestions: inferredList('/v1/me/ai-suggestions', () =>
    z.looseObject({
      scriptId: z.string(),
      slug: z.string(),
      suggestion: z.string(),
    }),
  ),
}
