/** `get_quota`: the remaining quota of this account. */
import * as z from 'zod/mini'
import { isUnlimited, leftOf } from '../../api/resources/quota.ts'
import { tool } from '../tool.ts'
import { asData } from '../untrusted-text.ts'

const entry = z.object({
  key: z.string(),
  used: z.number(),
  limit: z.number(),
  left: z.number(),
  windowSeconds: z.optional(z.number()),
})

export const getQuota = tool({
  name: 'get_quota',
  title: 'Show the remaining quota',
  description:
    'Shows the quotas of this account: drafts per day, publications per day, and so on. Check them before you create many diagrams.',
  input: z.strictObject({}),
  output: z.object({
    tierId: z.string(),
    isAdmin: z.boolean(),
    quotas: z.array(entry),
  }),
  idempotent: true,
  call(_given, { connection, signal }) {
    return connection.run('required', signal, async ({ client }) => {
      const { tierId, isAdmin, quotas: all } = await client.quota.me()
      const quotas = all.map(({ key, used, limit, windowSeconds }) => ({
        key,
        used,
        limit,
        windowSeconds,
        left: leftOf({ used, limit }),
      }))
      const lines = quotas.map(({ key, left, limit, windowSeconds }) =>
        isUnlimited(limit)
          ? `- ${key}: unlimited`
          : `- ${key}: ${left} of ${limit} left${windowSeconds === undefined ? '' : `, per ${windowSeconds} s`}`,
      )
      return {
        data: { tierId, isAdmin, quotas },
        text: asData([`tier ${tierId}`, ...lines].join('\n')),
      }
    })
  },
})
