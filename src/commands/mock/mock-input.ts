/** Validates the input of `topo-cli/mock`, as HTTP does: callers may use no TypeScript, or cast. */
import * as z from 'zod/mini'
import { type KnownError, usageError } from '../../errors.ts'
import { hostFault } from '../../listen/host.ts'
import { maxDelayMs, timeSchema } from '../../mock/control/time-schema.ts'
import { HttpError } from '../../mock/http/http-error.ts'
import { type Issue, issuesOf } from '../../mock/http/issues.ts'
import { originFault } from '../../mock/http/origin.ts'
import { quotasSchema } from '../../mock/rules/quota-settings.ts'
import type { MockOptions } from './mock-options.ts'

export const secondsSchema = z.number()
export const paymentSchema = z.strictObject({
  paymentId: z.string(),
  status: z.enum(['succeeded', 'failed']),
})

const rateLimit = z.custom<number>(
  (value) =>
    value === Number.POSITIVE_INFINITY || (Number.isSafeInteger(value) && Number(value) >= 1),
  'is a whole number from 1, or Infinity',
)
/** A saved state has its own schema, which reports its errors. */
const fixtures = z.custom<NonNullable<MockOptions['fixtures']>>(
  (value) => value === 'demo' || value === 'none' || (typeof value === 'object' && value !== null),
  'is "demo", "none" or a saved state',
)

/** @param faultOf says what is wrong with a text, as the end of a sentence */
const listOf = (faultOf: (text: string) => string | undefined) =>
  z.optional(
    z.array(
      z.string().check(
        z.superRefine((text, context) => {
          const message = faultOf(text)
          if (message !== undefined) context.addIssue({ code: 'custom', message })
        }),
      ),
    ),
  )

export const optionsSchema = z.strictObject({
  port: z.optional(z.int().check(z.minimum(0), z.maximum(65_535))),
  host: z.optional(z.string().check(z.minLength(1))),
  cors: listOf(originFault),
  allowHosts: listOf(hostFault),
  controlHosts: listOf(hostFault),
  data: z.optional(z.string().check(z.minLength(1))),
  fixtures: z.optional(fixtures),
  provider: z.optional(z.enum(['bank', 'widget', 'none'])),
  latency: z.optional(z.number().check(z.minimum(0), z.maximum(maxDelayMs))),
  rateLimit: z.optional(rateLimit),
  quotas: z.optional(quotasSchema),
  seed: z.optional(z.int()),
  clock: z.optional(timeSchema()),
}) satisfies z.ZodMiniType<MockOptions>

/**
 * @param what the function that was called, such as `faults.add`
 * @throws KnownError `TOPO_MOCK_INPUT` that names the first wrong field
 */
export function checkInput(what: string, schema: z.ZodMiniType, value: unknown): void {
  const { error } = schema.safeParse(value)
  const [issue] = error ? issuesOf(error, schema) : []
  if (issue === undefined) return
  const place = [what, ...issue.path.map(String)].join(': ')
  throw wrongInput(`${place}: ${issue.message.replace(/^Invalid input: /, '')}`)
}

/** Converts an HTTP error of the mock for a caller in the same process. */
export function callWithoutHttp<T>(what: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    const [issue] = (error.body.issues ?? []) as Issue[]
    throw wrongInput(`${what}: ${issue?.message ?? error.body.message ?? error.body.error}`)
  }
}

const wrongInput = (message: string): KnownError =>
  usageError(`${message.replace(/[.?]?$/, (end) => end || '.')}`, { code: 'TOPO_MOCK_INPUT' })
