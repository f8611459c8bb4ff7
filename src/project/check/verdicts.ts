/** Recalls what a check found in an earlier run, so that a script that has not changed does not run again. */
import { createHash } from 'node:crypto'
import { buildId } from '../../files/cache/build-id.ts'
import type { TextCache } from '../../files/cache/text-cache.ts'
import type { ExamineRequest, ExamineResult } from './examine.ts'

/** The part of a result that is kept: a topology and a picture are not. */
export type Verdict = Pick<ExamineResult, 'findings' | 'nodes' | 'outline'>

export function recall(verdicts: TextCache, key: string): Verdict | undefined {
  const text = verdicts.find(key)
  return text === undefined ? undefined : (JSON.parse(text) as Verdict)
}

export function remember(
  verdicts: TextCache,
  key: string,
  { findings, nodes, outline }: Verdict,
): void {
  verdicts.keep(key, JSON.stringify({ findings, nodes, outline }))
}

/** The name of a verdict: the hash of the code, of the settings that decide about it, and of the build of topo. */
export function verdictKey(code: string, { rules, folder }: ExamineRequest): string {
  const settings = JSON.stringify([buildId, rules ?? {}, folder !== undefined])
  return createHash('sha256').update(settings).update('\n').update(code).digest('hex')
}
