/** A script as an assistant wrote it → what would be sent of it, and what is to be said about it. */
import { z } from 'zod'
import { ExitCode, KnownError } from '../errors.ts'
import type { Examine, ExamineRequest } from '../project/check/examine.ts'
import type { Metadata } from '../project/script/metadata.ts'
import type { Picture } from '../render/index.ts'
import type { Finding } from '../validator/index.ts'

/** A finding as it is told; lines and columns are those of the text that was given. */
export const finding = z.object({
  rule: z.string(),
  severity: z.enum(['error', 'warning', 'hint']),
  message: z.string(),
  fix: z.string(),
  line: z.int(),
  column: z.int(),
  endLine: z.int(),
  endColumn: z.int(),
})
export type ReportedFinding = z.output<typeof finding>

export interface Judgement {
  /** What is sent: as written, without a header. */
  code: string
  /** What a header said, if there was one. */
  header: Partial<Metadata>
  findings: ReportedFinding[]
  picture?: Picture | undefined
}

/**
 * Nothing on this machine is read for it: what a file would import is an error here, so nobody can talk an
 * assistant into sending a file along.
 */
export async function judgement(text: string, wanted: ExamineRequest, examine: Examine): Promise<Judgement> {
  const [{ parseHeader }, { belowHeader }, { hasRun }, { suppress }, { messageOf }] = await Promise.all([
    import('../project/script/header.ts'),
    import('../project/script/code.ts'),
    import('../project/check/check.ts'),
    import('../project/check/suppressions.ts'),
    import('../validator/index.ts'),
  ])
  const { code, codeStart, fields: header, problems } = parseHeader(text)
  const told = (found: Finding): ReportedFinding => {
    const { rule, severity, fix, line, column, endLine, endColumn } = found
    return { rule, severity, message: messageOf(found), fix, line, column, endLine, endColumn }
  }
  if (problems.length > 0) {
    return { code, header, findings: problems.map((problem) => told({ ...problem, severity: 'error' })) }
  }
  const shift = belowHeader(text, codeStart)
  const examined = await examine(code, wanted)
  const findings = examined.findings.map((found) => ({
    ...found,
    path,
    ...shift(found),
    ...(found.related && { related: shift(found.related) }),
  }))
  const source = { path, text, imported: false }
  const left = hasRun({ findings }) ? suppress(findings, [source], wanted.rules) : findings
  return { code, header, findings: left.map(told), picture: examined.picture }
}

/** It has none. */
const path = ''

/** `12:3 error: … [rule]`, and below it what to do. */
export const findingLines = (findings: readonly ReportedFinding[]): string =>
  findings
    .map(
      ({ rule, severity, message, fix, line, column }) =>
        `${line}:${column} ${severity}: ${message} [${rule}]\n  fix: ${fix}`,
    )
    .join('\n')

export const errorsIn = (findings: readonly ReportedFinding[]): number =>
  findings.filter(({ severity }) => severity === 'error').length

/** @throws KnownError `TOPO_INVALID` with the findings, for what must not be sent. */
export function refuseInvalid(findings: readonly ReportedFinding[]): void {
  const errors = errorsIn(findings)
  if (errors === 0) return
  throw new KnownError(
    `Nothing was sent: the script has ${errors === 1 ? 'an error' : `${errors} errors`}.\n${findingLines(findings)}`,
    {
      code: 'TOPO_INVALID',
      exitCode: ExitCode.refused,
      hint: 'Correct each error at its line, and call the tool again. get_script_template says how scripts are written.',
      details: { findings },
    },
  )
}
