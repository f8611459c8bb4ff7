/**
 * Writes and reads the result of a review, for the workflow that comments. A pull request from a fork can produce any
 * file, and the commenting workflow may write: the file is treated as limited data, never as markup.
 */
import { lstatSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { redact } from '../../cli/io/terminal.ts'
import { ExitCode, type KnownError, refusedError } from '../../errors.ts'
import { requireText } from '../../files/decode.ts'
import { readFileWithinSync } from '../../limits/files.ts'
import { limits } from '../../limits/limits.ts'
import { makeFolders } from '../../limits/make-folders.ts'
import { isFlowchart, isMermaidSequence } from '../../render/index.ts'
import type { ValidationResult } from '../../reporters/index.ts'
import type { DiagramReview } from '../../review/diagram-review.ts'
import { jsonText } from '../../text/safe/ci-commands.ts'
import { RULESET } from '../../validator/index.ts'
import { isFailure, type StepResult } from '../step/result.ts'
import { COMMENT_NAME } from './comment-name.ts'

const FILE = 'review.json'
/** Nobody reads a comment with more. */
const MOST_FINDINGS = 500
const MOST_SCRIPTS = 5_000
/** Half of the limit, to leave room for JSON escapes. */
const ROOM = limits.review.most / 2

/**
 * Writes into the folder of the pictures.
 * @param name of the review's comment, which keeps the comments of several reviews apart
 */
export function writeReviewFile(
  { folder, name }: { folder: string; name: string },
  { scripts, changes, unchanged, warnings, error }: StepResult,
  { files }: ValidationResult,
): void {
  let left = MOST_FINDINGS
  const reported = files.flatMap(({ path, findings }) => {
    const some = findings.slice(0, left)
    left -= some.length
    return some.length === 0 ? [] : [{ path, findings: some }]
  })
  // Failed scripts come first, so that the limit cuts off only successful ones.
  const listed = scripts.toSorted((a, b) => Number(isFailure(b)) - Number(isFailure(a)))
  const document = {
    name,
    scripts: listed.slice(0, MOST_SCRIPTS),
    findings: reported,
    changes: fitChanges(ROOM, changes),
    unchanged,
    warnings,
    error: error ? { code: error.code, message: error.message } : null,
  }
  makeFolders(folder)
  writeFileSync(join(folder, FILE), redact(`${jsonText(document, 0)}\n`))
}

function fitChanges(room: number, changes: readonly DiagramReview[]): DiagramReview[] {
  let left = room
  return changes.map((change) => {
    left -= Buffer.byteLength(JSON.stringify(change))
    if (left > 0) return change
    const notes = ['The artifact of the run shows more.']
    return { ...change, words: [], notes, mermaid: null, sequences: [], patch: '' }
  })
}

const line = z.string().check(z.maxLength(10_000))
const place = z.int().check(z.minimum(1))
const number = z.int().check(z.minimum(0))
const kind = z.enum(['added', 'removed', 'changed', 'renamed'])
const schema = z.object({
  name: z.string().check(z.regex(COMMENT_NAME)),
  scripts: z
    .array(
      z.object({
        path: z.nullable(line),
        slug: line,
        status: z.enum(['valid', 'invalid']),
      }),
    )
    .check(z.maxLength(MOST_SCRIPTS)),
  findings: z
    .array(
      z.object({
        path: line,
        findings: z
          .array(
            z.object({
              rule: line,
              severity: z.enum(['error', 'warning', 'hint']),
              message: line,
              fix: line,
              line: place,
              column: place,
              endLine: place,
              endColumn: place,
            }),
          )
          .check(z.maxLength(MOST_FINDINGS)),
      }),
    )
    .check(z.maxLength(MOST_FINDINGS)),
  changes: z.array(
    z.object({
      path: line,
      change: kind,
      was: z.optional(line),
      counts: z.nullable(z.object({ added: number, removed: number, changed: number })),
      errorCount: number,
      warningCount: number,
      elsewhere: z
        .array(
          z.object({
            id: line,
            now: z.optional(line),
            count: number,
            paths: z.array(line).check(z.maxLength(10)),
          }),
        )
        .check(z.maxLength(10_000)),
      words: z.array(z.object({ change: kind, text: line })),
      notes: z.array(line),
      mermaid: z.nullable(z.string()),
      // Files of older versions have none.
      sequences: z._default(
        z.array(z.object({ title: line, mermaid: z.string() })).check(z.maxLength(100)),
        [],
      ),
      patch: z.string(),
      pictures: z.partialRecord(z.enum(['before', 'after', 'changes']), line),
      page: z.optional(line),
    }),
  ),
  unchanged: z.optional(number),
  warnings: z.array(line).check(z.maxLength(1_000)),
  error: z.nullable(
    z.object({
      code: z.custom<`TOPO_${string}`>((value) => /^TOPO_[A-Z_]{1,60}$/.test(String(value))),
      message: line,
    }),
  ),
})

/**
 * Undefined if the run left no file, e.g. after a cancellation.
 * @throws KnownError `TOPO_REVIEW_INVALID` if the file was not written by a review.
 */
export function readReviewFile(
  folder: string,
): { name: string; result: StepResult; findings: ValidationResult } | undefined {
  const file = join(folder, FILE)
  const stat = lstatSync(file, { throwIfNoEntry: false })
  if (stat === undefined) return undefined
  // A symbolic link could point to any file that the runner can read.
  if (!stat.isFile()) throw invalidReview()
  const { name, scripts, findings, changes, unchanged, warnings, error } = parseReview(
    readFileWithinSync('review', file, FILE),
  )
  const count = (severity: string) =>
    findings.flatMap((one) => one.findings).filter((one) => one.severity === severity).length
  return {
    name,
    result: {
      scripts: scripts.map((script) => ({ ...script, reason: '', url: null })),
      checked: [],
      changes: changes.map(({ mermaid, sequences, ...change }) => ({
        ...change,
        sequences: sequences.filter((one) => isMermaidSequence(one.mermaid)),
        mermaid: mermaid !== null && isFlowchart(mermaid) ? mermaid : null,
      })),
      unchanged,
      exitCode: ExitCode.ok,
      warnings,
      ...(error && {
        error: refusedError(error.message, { code: error.code }),
      }),
    },
    findings: {
      files: findings,
      errorCount: count('error'),
      warningCount: count('warning'),
      ruleset: RULESET,
    },
  }
}

function parseReview(bytes: Buffer): z.infer<typeof schema> {
  try {
    return schema.parse(JSON.parse(requireText(bytes, FILE)))
  } catch {
    // The message does not quote the file, whose text is untrusted.
    throw invalidReview()
  }
}

const invalidReview = (): KnownError =>
  refusedError(`The file ${FILE} in the review folder was not written by \`review\`.`, {
    code: 'TOPO_REVIEW_INVALID',
    hint: 'Check the run that uploaded it. Nothing was commented.',
  })
