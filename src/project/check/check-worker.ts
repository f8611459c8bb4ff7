/** What runs in a thread of `judges.ts`: a code comes in, its verdict goes out. */
import { parentPort } from 'node:worker_threads'
import type { Message, Question } from './check-pool.ts'
import { examine } from './examine.ts'

const say = (message: Message) => parentPort?.postMessage(message)

let last = Promise.resolve()
parentPort?.on('message', ({ code, wanted }: Question) => {
  last = last
    .then(() => examine(code, wanted))
    .then(
      (examined) => say({ examined }),
      (error: unknown) => say({ error }),
    )
})
say('ready')
