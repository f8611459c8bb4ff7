/** A worker thread of `threads.ts`. */
import { type TextCache, textCacheIn } from '../../files/cache/text-cache.ts'
import { serveJobs } from '../../threads/serve-jobs.ts'
import { calls } from './calls.ts'
import type { ThreadRequest } from './threads.ts'

serveJobs(({ method, params, verdicts }: ThreadRequest) => {
  const call = calls[method] as (params: unknown, verdicts?: TextCache) => Promise<unknown>
  return call(params, textCacheIn(verdicts))
})
