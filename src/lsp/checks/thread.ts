/** A worker thread of `threads.ts`: receives one request at a time, posts its result. */
import { parentPort } from 'node:worker_threads'
import { postedError } from '../../errors.ts'
import { leaveTimeToOwner } from '../../within-time.ts'
import { calls } from './calls.ts'
import type { ThreadMessage, ThreadRequest } from './threads.ts'

leaveTimeToOwner()
const post = (message: ThreadMessage) => parentPort?.postMessage(message)

parentPort?.on('message', ({ method, params }: ThreadRequest) => {
  const call = calls[method] as (params: unknown) => Promise<unknown>
  call(params).then(
    (result) => post({ result }),
    (error: unknown) => post(postedError(error)),
  )
})
post('ready')
