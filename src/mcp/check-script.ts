/** Checks a script from an assistant: returns the code to send, the header and the findings. */
import * as z from 'zod/mini'
import { refusedError } from '../errors.ts'
import type { Examine, ExamineRequest } from '../project/check/examine.ts'
import type { Metadata } from '../project/script/metadata.ts'
import type { Picture } from '../render/index.ts'
import type { Finding } from '../validator/index.ts'

/** A finding for the assistant; lines and columns refer to the given text. */
export const finding = z.object({
  rule: z.string(),
  severity: z.enum(['error', 'warning', 'hint']),
  path: z
    .optional(z.string())
    .check(z.describe('File of the project; missing for code in the arguments.')),
  message: z.string(),
  fix: z.string(),
  line: z.int(),
  column: z.int(),
  endLine: z.int(),
  endColumn: z.int(),
})
export type ReportedFinding = z.output<typeof finding>

export interface ScriptCheck {
  /** The code to send: the given text without its header, and with `return` for `export default`. */
  code: string
  /** Fields of the header; empty without a header. */
  header: Partial<Metadata>
  findings: ReportedFinding[]
  picture?: Picture | undefined
}

/**
 * Reads no local files: an import is an error, so that nobody can talk an assistant into sending a file of this
 * machine.
 */
export async function checkAssistantScript(
  text: string,
  wanted: ExamineRequest,
  examine: Examine,
): Promise<ScriptCheck> {
  const [{ checkText }, { messageOf }] = await Promise.all([
    import('../project/check/check-text.ts'),
    import('../validator/index.ts'),
  ])
  const { code, header, findings, picture } = await checkText(text, NO_PATH, wanted, examine)
  return { code, header, findings: findings.map((one) => toReported(one, messageOf)), picture }
}

/** The script is not a file. */
const NO_PATH = ''

/** @param messageOf of the validator, which is loaded on demand */
export function toReported(
  found: Finding & { path?: string },
  messageOf: (finding: Finding) => string,
): ReportedFinding {
  const { rule, severity, fix, line, column, endLine, endColumn } = found
  const message = messageOf(found)
  const place = { line, column, endLine, endColumn, ...(found.path && { path: found.path }) }
  return { rule, severity, message, fix, ...place }
}

/** `12:3 error: … [rule]`, for a file after its path, with the fix on the next line. */
export const findingLines = (findings: readonly ReportedFinding[]): string =>
  findings
    .map(
      ({ rule, severity, path, message, fix, line, column }) =>
        `${path === undefined ? '' : `${path}:`}${line}:${column} ${severity}: ${message} [${rule}]\n  fix: ${fix}`,
    )
    .join('\n')

export const errorsIn = (findings: readonly ReportedFinding[]): number =>
  findings.filter(({ severity }) => severity === 'error').length

/** @throws KnownError `TOPO_INVALID` with the findings, if there are errors. */
export function refuseInvalid(findings: readonly ReportedFinding[]): void {
  const errors = errorsIn(findings)
  if (errors === 0) return
  throw refusedError(
    `Nothing was sent: the script has ${errors === 1 ? 'an error' : `${errors} errors`}.\n${findingLines(findings)}`,
    {
      code: 'TOPO_INVALID',
      hint: 'Fix each error at its line and call the tool again. get_script_template explains how to write scripts.',
      details: { findings },
    },
  )
}
