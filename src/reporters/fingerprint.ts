/** Findings with what they are recognised by, for the formats of services that remember them. */
import { type Finding, fingerprint } from '../validator/index.ts'
import type { ReportOptions, ValidationResult } from './reporter.ts'

export interface Identified extends Finding {
  readonly path: string
  readonly fingerprint: string
}

export function identified({ files }: ValidationResult, { sources }: ReportOptions): Identified[] {
  const met = new Map<string, number>()
  return files.flatMap(({ path, findings }) => {
    const lines = sources.get(path)?.split(/\r?\n/) ?? []
    return findings.map((finding) => {
      const line = lines[finding.line - 1] ?? ''
      const first = fingerprint(path, finding, line)
      const again = met.get(first) ?? 0
      met.set(first, again + 1)
      return { ...finding, path, fingerprint: fingerprint(path, finding, line, again) }
    })
  })
}
