/** A worker thread of `check-pool.ts`. */
import { serveJobs } from '../../threads/serve-jobs.ts'
import type { CheckRequest } from './check-pool.ts'
import { examine } from './examine.ts'

serveJobs(({ code, wanted }: CheckRequest) => examine(code, wanted))
