/** Reports of public scripts: the contract of the section *Account and reports* of the service's document. */
import * as z from 'zod/mini'
import { acknowledged, operationsOf } from '../contract/contract.ts'

/** Characters of a reason, section *Limits*: code points, which the schema counts, not `length`. */
const operation = operationsOf('Endpoints / Account and reports')

export const reasonLength = { minimum: 10, maximum: 2000 }

export const reports = {
  create: operation('POST', '/v1/reports', () => ({
    body: z.object({
      targetType: z.literal('script'),
      /** A UUID in the document; other deployments have other ids. */
      targetId: z.string().check(z.minLength(1)),
      reason: z
        .string()
        .check(z.minLength(reasonLength.minimum), z.maxLength(reasonLength.maximum)),
    }),
    response: z.extend(acknowledged, { id: z.optional(z.string()) }),
  })),
}
