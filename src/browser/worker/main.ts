/** Starts a worker: it does one job after the other, in the order of their messages. */
import { giveOwnFile } from '../../platform/browser/own-files.ts'
import { prepared } from '../../topology/sandbox/prepared.ts'
import { jobs } from './jobs.ts'
import type { JobAnswer, JobMessage, StartMessage } from './messages.ts'

addEventListener('message', ({ data }: MessageEvent<StartMessage | JobMessage>) => {
  if ('interpreter' in data) start(data)
  else void answer(data).then(postMessage)
})

function start({ interpreter }: StartMessage): void {
  if (prepared !== undefined) giveOwnFile(prepared.code, interpreter)
}

async function answer({ name, input }: JobMessage): Promise<JobAnswer> {
  try {
    const job = jobs[name] as (given: unknown) => Promise<unknown>
    return { result: await job(input) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}
