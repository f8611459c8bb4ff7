/** What runs in a thread of `judges.ts`: a code comes in, its verdict goes out. */
import { parentPort } from 'node:worker_threads'
import { judgeHere } from './check.ts'
import type { Message, Question } from './judges.ts'

const say = (message: Message) => parentPort?.postMessage(message)

let last = Promise.resolve()
parentPort?.on('message', ({ code, rules }: Question) => {
  last = last
    .then(() => judgeHere(code, rules))
    .then(
      (findings) => say({ findings }),
      (error: unknown) => say({ error }),
    )
})
say('ready')
