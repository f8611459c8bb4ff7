/** Worker of `check-pool.ts`: receives a script's code, posts the result. */
import { parentPort } from 'node:worker_threads'
import { postedError } from '../../errors.ts'
import { leaveTimeToOwner } from '../../within-time.ts'
import type { CheckRequest, WorkerMessage } from './check-pool.ts'
import { examine } from './examine.ts'

leaveTimeToOwner()
const post = (message: WorkerMessage) => parentPort?.postMessage(message)

let last = Promise.resolve()
parentPort?.on('message', ({ code, wanted }: CheckRequest) => {
  last = last
    .then(() => examine(code, wanted))
    .then(
      (examined) => post({ examined }),
      (error: unknown) => post(postedError(error)),
    )
})
post('ready')
