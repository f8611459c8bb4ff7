/** The history of a script's code: *Versions* of the section *Further endpoints*. All shapes are inferred. */
import * as z from 'zod/mini'
import { inferred, inferredList, single } from '../contract/contract.ts'
import { revision, script } from './scripts.ts'

const version = z.looseObject({
  versionNumber: z.int(),
  scriptId: z.string(),
  code: z.string(),
  message: z.nullable(z.string()),
  createdAt: z.string(),
})

export const versions = {
  /** Newest first. */
  list: inferredList('/v1/scripts/{id}/versions', () => version),
  /** Saves the current code with a message. */
  create: inferred('POST', '/v1/scripts/{id}/versions', () => ({
    body: z.object({ message: z.optional(z.string().check(z.maxLength(500))) }),
    response: single(version),
  })),
  /** Restores the code of a version, as a new version. */
  restore: inferred('POST', '/v1/scripts/{id}/versions/{versionNumber}/restore', () => ({
    body: z.object({ expectedUpdatedAt: z.optional(revision) }),
    response: single(script),
  })),
}
