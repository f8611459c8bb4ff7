/** The worker that all diagrams of a page share. It starts with the first diagram that is drawn. */
import { pageClock } from '../page-clock.ts'
import { ScriptWorker } from '../script-worker.ts'
import type { DiagramJobs } from './diagram-jobs.ts'
import { packedInterpreter, packedProgram } from './packed-parts.ts'
import { unpacked } from './unpacked.ts'

let shared: ScriptWorker<DiagramJobs> | undefined

export function diagramWorker(): ScriptWorker<DiagramJobs> {
  shared ??= newWorker()
  return shared
}

/** A worker of a text has the policy of its page, and starts wherever this file comes from. */
function newWorker(): ScriptWorker<DiagramJobs> {
  const interpreter = unpacked(packedInterpreter)
  const address = unpacked(packedProgram).then((program) =>
    URL.createObjectURL(new Blob([program], { type: 'text/javascript' })),
  )
  const open = async () => new Worker(await address)
  return new ScriptWorker(open, () => interpreter, pageClock)
}
