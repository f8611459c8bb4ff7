/** JSON Schema of `--format json` and `topo validate --json`, for readers; writing does not load it. */
import { z } from 'zod'

const position = z.int().min(1)
const count = z.int().min(0)
const severity = z.enum(['error', 'warning', 'hint'])

const span = {
  line: position,
  column: position.describe('In UTF-16 units, as JavaScript counts.'),
  endLine: position,
  endColumn: position.describe('Exclusive: the column after the last character.'),
}

const finding = z.object({
  rule: z
    .string()
    .describe(
      'Id of the rule, or the reason why the script cannot run: syntax, import, header, runtime, timeout, memory, unsettled, picture; internal is a bug in topo. TOPO_BUSY: no result in time.',
    ),
  severity,
  message: z.string(),
  related: z
    .object({
      path: z.string().optional().describe('Set only for another file.'),
      ...span,
    })
    .optional()
    .describe('Location of the other item that the message mentions.'),
  fix: z.string().describe('How to fix it, as one sentence.'),
  ...span,
})

const fixed = z.object({
  path: z.string(),
  findings: z.array(finding.pick({ rule: true, severity: true, message: true, line: true, column: true })),
  diff: z.string().describe('A unified diff, for `git apply`.'),
})

const stale = z.object({ path: z.string(), rule: z.string(), message: z.string(), count: z.int().min(1) })

const resultSchema = z.object({
  files: z
    .array(
      z.object({
        path: z.string().describe('Relative to the working directory.'),
        findings: z.array(finding),
      }),
    )
    .describe('All files, also those without findings.'),
  errorCount: count,
  warningCount: count.describe('Hints count neither as errors nor as warnings.'),
  ruleset: z.string().describe('Version of the rules; changes if results may change.'),
  fixed: z.array(fixed).optional().describe('With --fix or --fix-dry-run.'),
  baseline: z
    .object({
      hiddenCount: count,
      stale: z.array(stale).describe('Recorded in the baseline, but no longer found.'),
    })
    .optional()
    .describe('With --baseline or --write-baseline.'),
})

/** The JSON Schema in the package. It allows further properties, for later versions. */
export const resultJsonSchema = (): object => z.toJSONSchema(resultSchema, { io: 'input' })
