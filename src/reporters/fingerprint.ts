/** What a finding is recognised by from one run to the next, though lines have moved. */
import { createHash } from 'node:crypto'
import type { Finding } from '../validator/index.ts'
import type { ReportOptions, ValidationResult } from './reporter.ts'

export interface Identified extends Finding {
  readonly path: string
  /** Path, rule, message and the text of the line; the same again gets another number. */
  readonly fingerprint: string
}

export function identified({ files }: ValidationResult, { sources }: ReportOptions): Identified[] {
  const met = new Map<string, number>()
  return files.flatMap(({ path, findings }) => {
    const lines = sources.get(path)?.split(/\r?\n/) ?? []
    return findings.map((finding) => {
      const what = [path, finding.rule, finding.message, lines[finding.line - 1]?.trim() ?? '']
      const key = JSON.stringify(what)
      const again = met.get(key) ?? 0
      met.set(key, again + 1)
      return { ...finding, path, fingerprint: hash(`${key}${again}`) }
    })
  })
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)
