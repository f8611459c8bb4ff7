/** Reports of public scripts: the contract of the section *Account and reports* of the service's document. */
import { z } from 'zod'
import { acknowledged, operationsOf } from '../contract.ts'

/** Characters of a reason, section *Limits*: code points, which the schema counts, not `length`. */
const operation = operationsOf('Endpoints / Account and reports')

export const reasonLength = { minimum: 10, maximum: 2000 }

export const reports = {
  create: operation('POST', '/v1/reports', () => ({
    body: z.object({
      targetType: z.literal('script'),
      /** A UUID in the document; other deployments have other ids. */
      targetId: z.string().min(1),
      reason: z.string().min(reasonLength.minimum).max(reasonLength.maximum),
    }),
    response: acknowledged.extend({ id: z.string().optional() }),
  })),
}
