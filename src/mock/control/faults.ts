/** Scripted faults: matches requests and counts uses. */
import * as z from 'zod/mini'
import type { Fault } from './fault.ts'
import { maxDelayMs } from './time-schema.ts'

const methodPattern = /^(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/i
const headerPattern = /^[\t\x20-\x7e\x80-\xff]*$/

/** Built when it is used, like `snapshotSchema`. */
export const faultSchema = () =>
  z.strictObject({
    method: z.optional(
      z.string().check(z.regex(methodPattern, 'is not a method of HTTP, such as GET')),
    ),
    path: z.optional(
      z
        .string()
        .check(
          z.regex(/^[/*][^?#]*$/, 'is not a path; write it as /v1/scripts/*, without a query'),
        ),
    ),
    status: z.optional(z.int().check(z.minimum(200), z.maximum(599))),
    kind: z.optional(z.enum(['reset', 'hang', 'truncate', 'html', 'lost-response'])),
    // Also wrong ones, for a client that has to read them, but such that a header can contain them.
    retryAfter: z.optional(
      z.union([
        z.number(),
        z.string().check(z.regex(headerPattern, 'is not the value of a header')),
      ]),
    ),
    body: z.optional(z.unknown()),
    latencyMs: z.optional(z.number().check(z.minimum(0), z.maximum(maxDelayMs))),
    times: z.optional(z.int().check(z.minimum(1))),
    probability: z.optional(z.number().check(z.minimum(0), z.maximum(1))),
  }) satisfies z.ZodMiniType<Fault>

export type Faults = ReturnType<typeof createFaults>

/** The same seed gives the same faults. */
export function createFaults(seed: number) {
  const random = randomFrom(seed)
  let faults: { readonly fault: Fault; left: number; readonly path: RegExp | undefined }[] = []
  return {
    add: (fault: Fault): void => {
      const left = fault.times ?? Number.POSITIVE_INFINITY
      faults.push({ fault, left, path: fault.path === undefined ? undefined : pattern(fault.path) })
    },
    clear: (): void => {
      faults = []
    },
    list: (): Fault[] => faults.map(({ fault }) => fault),
    /** Returns the first fault that matches the request and counts one use. */
    next: (method: string, path: string): Fault | undefined => {
      const met = faults.find(
        (entry) =>
          (entry.fault.method === undefined || entry.fault.method.toUpperCase() === method) &&
          (entry.path === undefined || entry.path.test(path)) &&
          (entry.fault.probability === undefined || random() < entry.fault.probability),
      )
      if (!met) return undefined
      met.left--
      faults = faults.filter(({ left }) => left > 0)
      return met.fault
    },
  }
}

function pattern(path: string): RegExp {
  const escaped = path.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${escaped.join('.*')}$`)
}

/** Mulberry32: small, fast and reproducible. */
function randomFrom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
