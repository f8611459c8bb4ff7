/** The worker that all diagrams of a page share. It starts with the first diagram that is drawn. */
import { pageClock } from '../page-clock.ts'
import { ScriptWorker } from '../script-worker.ts'
import type { DiagramJobs } from './diagram-jobs.ts'
import { packedInterpreter, packedProgram } from './packed-parts.ts'
import { unpacked } from './unpacked.ts'

let shared: ScriptWorker<DiagramJobs> | undefined

export function diagramWorker(): ScriptWorker<DiagramJobs> {
  shared ??= new ScriptWorker(opener(), unpacked(packedInterpreter), pageClock)
  return shared
}

/** A worker of a text has the policy of its page, and starts wherever this file comes from. */
function opener(): () => Promise<Worker> {
  const program = unpacked(packedProgram)
  return async () => {
    const url = URL.createObjectURL(new Blob([await program], { type: 'text/javascript' }))
    return new Worker(url)
  }
}
