/** The shape of `--format json` and `topo validate --json`, for those who read it; not loaded to write it. */
import { z } from 'zod'

const position = z.int().min(1)
const count = z.int().min(0)
const severity = z.enum(['error', 'warning', 'hint'])

const span = {
  line: position,
  column: position.describe('In UTF-16 units, as JavaScript counts.'),
  endLine: position,
  endColumn: position.describe('Just behind the last character.'),
}

const finding = z.object({
  rule: z
    .string()
    .describe(
      'Id of the rule, or of what kept the script from running: syntax, import, header, runtime, timeout, memory, unsettled, picture; internal is a bug in topo.',
    ),
  severity,
  message: z.string(),
  related: z
    .object({
      path: z.string().optional().describe('Where it is another file.'),
      ...span,
    })
    .optional()
    .describe('Where the other thing is that the message speaks of.'),
  fix: z.string().describe('What to do about it, as one sentence.'),
  ...span,
})

const fixed = z.object({
  path: z.string(),
  findings: z.array(finding.pick({ rule: true, severity: true, message: true, line: true, column: true })),
  diff: z.string().describe('A unified diff, which `git apply` takes.'),
})

const stale = z.object({ path: z.string(), rule: z.string(), message: z.string(), count: z.int().min(1) })

const resultSchema = z.object({
  files: z
    .array(
      z.object({
        path: z.string().describe('Relative to where topo was called.'),
        findings: z.array(finding),
      }),
    )
    .describe('Those without findings as well.'),
  errorCount: count,
  warningCount: count.describe('Hints are counted as neither.'),
  ruleset: z.string().describe('Which rules were asked; changes when a verdict may.'),
  fixed: z.array(fixed).optional().describe('With --fix or --fix-dry-run.'),
  baseline: z
    .object({ hiddenCount: count, stale: z.array(stale).describe('On record, and no longer found.') })
    .optional()
    .describe('With --baseline or --write-baseline.'),
})

/** The JSON Schema that comes with the package. It says what there is, not that there will never be more. */
export const resultJsonSchema = (): object => z.toJSONSchema(resultSchema, { io: 'input' })
