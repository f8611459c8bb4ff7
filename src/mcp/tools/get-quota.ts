/** `get_quota`: what this account may still do. */
import { z } from 'zod'
import { isUnlimited, leftOf } from '../../api/resources/quota.ts'
import { tool } from '../tool.ts'
import { asData } from '../untrusted-text.ts'

const entry = z.object({
  key: z.string(),
  used: z.number(),
  limit: z.number(),
  left: z.number(),
  windowSeconds: z.number(),
})

export const getQuota = tool({
  name: 'get_quota',
  title: 'What this account may still do',
  description:
    'The quotas of this account: drafts and publications a day, and so on. Ask before creating many.',
  input: z.strictObject({}),
  output: z.object({ tierId: z.string(), isAdmin: z.boolean(), quotas: z.array(entry) }),
  idempotent: true,
  call(_given, { connection, signal }) {
    return connection.ask('required', signal, async ({ client }) => {
      const { tierId, isAdmin, quotas: told } = await client.quota.me()
      const quotas = told.map(({ key, used, limit, windowSeconds }) => ({
        ...{ key, used, limit, windowSeconds },
        left: leftOf({ used, limit }),
      }))
      const lines = quotas.map(({ key, left, limit, windowSeconds }) =>
        isUnlimited(limit)
          ? `- ${key}: unlimited`
          : `- ${key}: ${left} of ${limit} left, per ${windowSeconds} s`,
      )
      return { data: { tierId, isAdmin, quotas }, text: asData([`tier ${tierId}`, ...lines].join('\n')) }
    })
  },
})
