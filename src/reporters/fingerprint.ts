/** Adds fingerprints to findings, for services that recognise a finding in later runs. */
import { fingerprint } from '../files/fingerprint.ts'
import { linesIn } from '../text/line-ends.ts'
import type { Finding } from '../validator/index.ts'
import type { ReportOptions, ValidationResult } from './reporter.ts'

export interface FindingWithId extends Finding {
  readonly path: string
  readonly fingerprint: string
}

export function withFingerprints(
  { files }: ValidationResult,
  { sources }: ReportOptions,
): FindingWithId[] {
  const met = new Map<string, number>()
  return files.flatMap(({ path, findings }) => {
    if (findings.length === 0) return []
    const lines = linesIn(sources.get(path) ?? '')
    return findings.map((finding) => {
      const line = lines[finding.line - 1] ?? ''
      const first = fingerprint(path, finding, line)
      const again = met.get(first) ?? 0
      met.set(first, again + 1)
      return { ...finding, path, fingerprint: fingerprint(path, finding, line, again) }
    })
  })
}
