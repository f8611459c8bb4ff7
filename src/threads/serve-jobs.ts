/** The side of the thread: does the jobs of its owner one after the other, and posts their results. */
import { parentPort } from 'node:worker_threads'
import { postedError } from '../errors.ts'
import { leaveTimeToOwner } from '../platform/node/within-time.ts'
import type { ThreadMessage } from './job.ts'

export function serveJobs<Request, Result>(run: (request: Request) => Promise<Result>): void {
  leaveTimeToOwner()
  const post = (message: ThreadMessage<Result>) => parentPort?.postMessage(message)

  let last = Promise.resolve()
  parentPort?.on('message', (request: Request) => {
    last = last
      .then(() => run(request))
      .then(
        (result) => post({ result }),
        (error: unknown) => post(postedError(error)),
      )
  })
  post('ready')
}
