/** What runs in a thread of `judges.ts`: a code comes in, its verdict goes out. */
import { parentPort } from 'node:worker_threads'
import { judgeHere } from './check.ts'
import type { Question, Verdict } from './judges.ts'

parentPort?.on('message', async ({ code, rules }: Question) => {
  const verdict: Verdict = await judgeHere(code, rules).then(
    (findings) => ({ findings }),
    (error: unknown) => ({ error }),
  )
  parentPort?.postMessage(verdict)
})
