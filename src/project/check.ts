/** What is wrong with a script: in the file itself, and by the validator's verdict on what would be sent. */
import { type Finding, validate } from '../validator/index.ts'
import type { LocalScript } from './load.ts'

export interface CheckedScript {
  script: LocalScript
  /** At their places on disk, each with the file it stands in. */
  findings: (Finding & { path: string })[]
}

export async function checkScript(script: LocalScript): Promise<CheckedScript> {
  const problems = script.problems.map((problem) => ({ ...problem, severity: 'error' as const }))
  // What cannot be read or bundled is not what would be sent, so a verdict on it would mislead.
  if (problems.length > 0) return { script, findings: problems }
  if (script.content.type !== 'topology') return { script, findings: [] }
  const { content, rules } = script
  const { findings } = await validate(content.code, { now: () => performance.now(), rules })
  return { script, findings: findings.map((finding) => ({ ...finding, ...script.locate(finding) })) }
}

export const hasErrors = ({ findings }: CheckedScript): boolean =>
  findings.some(({ severity }) => severity === 'error')
