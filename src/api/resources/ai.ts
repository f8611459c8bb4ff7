/** The assistant: *AI* of the section *Further endpoints*. All shapes are inferred. */
import { z } from 'zod'
import { inferred, list, paged, single } from '../contract.ts'
import { quotaEntry } from './quota.ts'

const message = z.looseObject({
  id: z.string(),
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  createdAt: z.string(),
})

export const ai = {
  /** Earlier messages, oldest first. */
  history: inferred({
    method: 'GET',
    path: '/v1/ai/chat',
    auth: 'key',
    query: paged,
    response: list(message),
  }),
  /** Answers a message; each call counts for `aiChatPerDay`. */
  chat: inferred({
    method: 'POST',
    path: '/v1/ai/chat',
    auth: 'key',
    body: z.object({ message: z.string().min(1), scriptId: z.string().optional() }),
    response: single(message),
  }),
  realtimeSession: inferred({
    method: 'POST',
    path: '/v1/ai/realtime/session',
    auth: 'key',
    response: single(z.looseObject({ id: z.string(), expiresAt: z.string() })),
  }),
  usage: inferred({
    method: 'GET',
    path: '/v1/ai/usage',
    auth: 'key',
    response: single(quotaEntry.extend({ messageCount: z.int() })),
  }),
}
