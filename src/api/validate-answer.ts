/** Validates an answer by the schema of its operation. */
import type { z } from 'zod'

/** Batch size: zod collects every issue, and a million bad items would take a minute and 3 GB. */
const batchValues = 20_000
/** Maximum of values in one script, comment, bundle or other item. */
const maxValuesPerItem = 100_000

type Checked = { data: unknown } | { path: string; message: string }

/** Returns the parsed answer or its first issue. Lists are checked in batches. */
export function checkAnswer(schema: z.ZodType, answer: unknown): Checked {
  const { items } = Object(answer) as { items?: unknown }
  if (!Array.isArray(items)) {
    if (count(answer, maxValuesPerItem) > maxValuesPerItem) return tooMany('')
    const result = parseTolerant(schema, answer)
    return result.success ? { data: result.data } : firstIssue(result.error, 0)
  }
  const checked: unknown[] = []
  for (let at = 0, end = 0; ; at = end) {
    for (let values = 0; end < items.length && values < batchValues; end++) {
      const own = count(items[end], maxValuesPerItem)
      if (own > maxValuesPerItem) return tooMany(`items.${end}`)
      values += own
    }
    const result = parseTolerant(schema, { ...(answer as object), items: items.slice(at, end) })
    if (!result.success) return firstIssue(result.error, at)
    const data = result.data as { items: unknown[] }
    for (const item of data.items) checked.push(item)
    if (end === items.length) return { data: { ...data, items: checked } }
  }
}

const tooMany = (path: string): Checked => ({
  path,
  message: `more than ${maxValuesPerItem.toLocaleString('en-US')} values`,
})

/** @param at index of the batch in the whole list */
function firstIssue({ issues }: z.ZodError, at: number): Checked {
  const { path = [], message = '' } = issues[0] ?? {}
  const [list, index, ...rest] = path
  const place = list === 'items' && typeof index === 'number' ? [list, at + index, ...rest] : path
  return { path: place.join('.'), message }
}

/** Counts the values in a value, including itself; stops after `most`. */
function count(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null) return 1
  let sum = 1
  for (const inner of Object.values(value)) {
    if (sum > most) break
    sum += count(inner, most - sum)
  }
  return sum
}

/** Parses an answer where null stands for a missing field. */
function parseTolerant(schema: z.ZodType, answer: unknown) {
  const first = schema.safeParse(answer)
  if (first.success) return first
  for (const { path } of first.error.issues) dropNull(answer, path)
  const second = schema.safeParse(answer)
  return second.success ? second : first
}

function dropNull(answer: unknown, path: readonly PropertyKey[]): void {
  const name = path.at(-1)
  let at = answer as Record<PropertyKey, unknown> | undefined
  for (const key of path.slice(0, -1)) at = at?.[key] as typeof at
  if (name !== undefined && at?.[name] === null && !Array.isArray(at)) delete at[name]
}
