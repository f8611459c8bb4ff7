/** The assistant: *AI* of the section *Further endpoints*. All shapes are inferred. */
import * as z from 'zod/mini'
import { inferred, inferredList, single } from '../contract/contract.ts'
import { quotaEntry } from './quota.ts'

const message = z.looseObject({
  id: z.string(),
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  createdAt: z.string(),
})

export const ai = {
  /** Earlier messages, oldest first. */
  history: inferredList('/v1/ai/chat', () => message),
  /** Answers a message; each call counts for `aiChatPerDay`. */
  chat: inferred('POST', '/v1/ai/chat', () => ({
    body: z.object({
      message: z.string().check(z.minLength(1)),
      scriptId: z.optional(z.string()),
    }),
    response: single(message),
  })),
  realtimeSession: inferred('POST', '/v1/ai/realtime/session', () => ({
    response: single(z.looseObject({ id: z.string(), expiresAt: z.string() })),
  })),
  usage: inferred('GET', '/v1/ai/usage', () => ({
    response: single(z.extend(quotaEntry, { messageCount: z.int() })),
  })),
}
