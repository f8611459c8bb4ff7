/** Does one job of a page after the other, in the order of their messages. */
import { giveOwnFile } from '../../platform/browser/own-files.ts'
import { prepared } from '../../topology/sandbox/prepared.ts'
import type { JobAnswer, JobMessage, ServedJobs, StartMessage } from './messages.ts'

export function answerPage(served: ServedJobs): void {
  addEventListener('message', ({ data }: MessageEvent<StartMessage | JobMessage>) => {
    if ('interpreter' in data) start(data)
    else void answer(served, data).then(postMessage)
  })
}

function start({ interpreter }: StartMessage): void {
  if (prepared !== undefined) giveOwnFile(prepared.code, interpreter)
}

async function answer(served: ServedJobs, { name, input }: JobMessage): Promise<JobAnswer> {
  try {
    const job = served[name] as (given: unknown) => Promise<unknown>
    return { result: await job(input) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}
