/** JSON Schema of `--format json` and `topo validate --json`, for readers; writing does not load it. */
import * as z from 'zod/mini'

const position = z.int().check(z.minimum(1))
const count = z.int().check(z.minimum(0))
const severity = z.enum(['error', 'warning', 'hint'])

const span = {
  line: position,
  column: position.check(z.describe('In UTF-16 units, as JavaScript counts.')),
  endLine: position,
  endColumn: position.check(z.describe('Exclusive: the column after the last character.')),
}

const finding = z.object({
  rule: z
    .string()
    .check(
      z.describe(
        'Id of the rule, or the reason why the script cannot run: syntax, import, header, runtime, timeout, memory, unsettled, picture; internal is a bug in topo. TOPO_BUSY: no result in time.',
      ),
    ),
  severity,
  message: z.string(),
  related: z
    .optional(
      z.object({
        path: z.optional(z.string()).check(z.describe('Set only for another file.')),
        ...span,
      }),
    )
    .check(z.describe('Location of the other item that the message mentions.')),
  fix: z.string().check(z.describe('How to fix it, as one sentence.')),
  ...span,
})

const fixed = z.object({
  path: z.string(),
  findings: z.array(
    z.pick(finding, { rule: true, severity: true, message: true, line: true, column: true }),
  ),
  diff: z.string().check(z.describe('A unified diff, for `git apply`.')),
})

const stale = z.object({
  path: z.string(),
  rule: z.string(),
  message: z.string(),
  count: z.int().check(z.minimum(1)),
})

const resultSchema = z.object({
  files: z
    .array(
      z.object({
        path: z.string().check(z.describe('Relative to the working directory.')),
        findings: z.array(finding),
      }),
    )
    .check(z.describe('All files, also those without findings.')),
  errorCount: count,
  warningCount: count.check(z.describe('Hints count neither as errors nor as warnings.')),
  ruleset: z.string().check(z.describe('Version of the rules; changes if results may change.')),
  fixed: z.optional(z.array(fixed)).check(z.describe('With --fix or --fix-dry-run.')),
  baseline: z
    .optional(
      z.object({
        hiddenCount: count,
        stale: z.array(stale).check(z.describe('Recorded in the baseline, but no longer found.')),
      }),
    )
    .check(z.describe('With --baseline or --write-baseline.')),
})

/** The JSON Schema in the package. It allows further properties, for later versions. */
export const resultJsonSchema = (): object => z.toJSONSchema(resultSchema, { io: 'input' })
