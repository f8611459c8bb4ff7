/** What runs in a thread of `judges.ts`: a code comes in, its verdict goes out. */
import { parentPort } from 'node:worker_threads'
import { judgeHere } from './check.ts'
import type { Message, Question } from './judges.ts'

const say = (message: Message) => parentPort?.postMessage(message)

parentPort?.on('message', ({ code, rules }: Question) => {
  judgeHere(code, rules).then(
    (findings) => say({ findings }),
    (error: unknown) => say({ error }),
  )
})
say('ready')
