/** What is wrong with a script: in the file itself, and by the validator's verdict on what would be sent. */
import { type Finding, validate } from '../validator/index.ts'
import type { LocalScript } from './load.ts'
import { compileQuickly } from './tiers.ts'

export interface CheckedScript {
  script: LocalScript
  /** At their places on disk, each with the file it stands in. */
  findings: (Finding & { path: string })[]
}

/** Gives the verdict on a code, in this thread or in another one. */
export type Judge = (code: string) => Promise<readonly Finding[]>

/** As many characters of code as are through before a thread has started, and before compiling well pays. */
const LIGHT = 400_000

/** Checks many, on all cores where that pays; the answers are in the order of the scripts. */
export async function checkScripts(
  scripts: readonly LocalScript[],
  onEach: () => void = () => {},
): Promise<CheckedScript[]> {
  const size = scripts.reduce((sum, { content }) => sum + content.code.length, 0)
  if (size <= LIGHT) compileQuickly()
  const judges =
    size <= LIGHT || scripts.length === 1 ? undefined : (await import('./judges.ts')).openJudges()
  if (judges === undefined) {
    const checked: CheckedScript[] = []
    for (const script of scripts) {
      checked.push(await checkScript(script))
      onEach()
    }
    return checked
  }
  try {
    return await Promise.all(
      scripts.map(async (script) => {
        const checked = await checkScript(script, judges.judge)
        onEach()
        return checked
      }),
    )
  } finally {
    await judges.close()
  }
}

async function checkScript(script: LocalScript, judge: Judge = judgeHere): Promise<CheckedScript> {
  const problems = script.problems.map((problem) => ({ ...problem, severity: 'error' as const }))
  // What cannot be read or bundled is not what would be sent, so a verdict on it would mislead.
  if (problems.length > 0) return { script, findings: problems }
  if (script.content.type !== 'topology') return { script, findings: [] }
  const findings = await judge(script.content.code)
  return { script, findings: findings.map((finding) => ({ ...finding, ...script.locate(finding) })) }
}

export const judgeHere: Judge = async (code) =>
  (await validate(code, { now: () => performance.now() })).findings

export const hasErrors = ({ findings }: CheckedScript): boolean =>
  findings.some(({ severity }) => severity === 'error')
