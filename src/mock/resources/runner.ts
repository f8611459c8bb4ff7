/** Runs scripts for the embedded service, on this thread or by another runner. */
import type { Picture } from '../../render/index.ts'
import type { Finding } from '../../validator/index.ts'

export interface ScriptRunner {
  /** Validates a script. */
  check(code: string): Promise<readonly Finding[]>
  /** Undefined for a script that draws nothing or too much. */
  draw(code: string, title: string): Promise<Picture | undefined>
}

export const inProcessRunner: ScriptRunner = {
  async check(code) {
    const { validate } = await import('../../validator/index.ts')
    return (await validate(code)).findings
  },
  async draw(code, title) {
    const [{ readTopology }, { layoutForStage }] = await Promise.all([
      import('../../topology/index.ts'),
      import('../../render/index.ts'),
    ])
    const { topology } = await readTopology(code)
    try {
      return topology && layoutForStage(topology, { title })
    } catch {
      return undefined
    }
  },
}
