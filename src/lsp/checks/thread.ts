/** A worker thread of `threads.ts`. */
import { serveJobs } from '../../threads/serve-jobs.ts'
import { calls } from './calls.ts'
import type { ThreadRequest } from './threads.ts'

serveJobs(({ method, params }: ThreadRequest) => {
  const call = calls[method] as (params: unknown) => Promise<unknown>
  return call(params)
})
