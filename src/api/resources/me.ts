/** Settings and activity of the caller: *Account* of the section *Further endpoints*. All shapes are inferred. */
import { z } from 'zod'
import { acknowledged, inferred, list, paged, single } from '../contract.ts'

const preferences = {
  locale: z.string().min(2).max(35),
  theme: z.enum(['light', 'dark', 'system']),
  emailNotifications: z.boolean(),
}

export const me = {
  /** Accepts or withdraws a policy. */
  consent: inferred({
    method: 'POST',
    path: '/v1/account/consents',
    auth: 'key',
    body: z.object({ policy: z.string().min(1), version: z.string().min(1), accepted: z.boolean() }),
    response: acknowledged,
  }),
  preferences: inferred({
    method: 'GET',
    path: '/v1/account/preferences',
    auth: 'key',
    response: single(z.looseObject(preferences)),
  }),
  updatePreferences: inferred({
    method: 'PATCH',
    path: '/v1/account/preferences',
    auth: 'key',
    body: z.object(preferences).partial(),
    response: single(z.looseObject(preferences)),
  }),
  /** Actions of the caller, newest first. */
  activity: inferred({
    method: 'GET',
    path: '/v1/me/activity',
    auth: 'key',
    query: paged,
    response: list(z.looseObject({ type: z.string(), scriptId: z.string(), createdAt: z.string() })),
  }),
  /** Suggestions for the caller's scripts. */
  aiSuggestions: inferred({
    method: 'GET',
    path: '/v1/me/ai-suggestions',
    auth: 'key',
    query: paged,
    response: list(z.looseObject({ scriptId: z.string(), slug: z.string(), suggestion: z.string() })),
  }),
}
