/** A worker thread of `threads.ts`: receives one request at a time, posts its result. */
import { parentPort } from 'node:worker_threads'
import { KnownError } from '../errors.ts'
import { leaveTimeToOwner } from '../within-time.ts'
import { calls } from './calls.ts'
import type { ThreadMessage, ThreadRequest } from './threads.ts'

leaveTimeToOwner()
const post = (message: ThreadMessage) => parentPort?.postMessage(message)

parentPort?.on('message', ({ method, params }: ThreadRequest) => {
  const call = calls[method] as (params: unknown) => Promise<unknown>
  call(params).then(
    (result) => post({ result }),
    // A copy of an error between threads has only its message.
    (error: unknown) =>
      post(error instanceof KnownError ? { known: { ...error, message: error.message } } : { error }),
  )
})
post('ready')
