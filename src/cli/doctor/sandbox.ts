/** Doctor check: scripts can be parsed and run (native parser and WebAssembly). */
import { validate } from '../../validator/index.ts'
import { type DoctorCheck, failedCheck, ok } from './check.ts'

const script = `const topology = new TopologyBuilder(true)
topology.createGroup('g', { label: 'Group' }).addProcess({ id: 'a', label: 'A' }).autoResize()
await topology.apply()
`
const reinstall = 'Install topo again with its optional dependencies: npm install --include=optional.'

export const sandbox: DoctorCheck = {
  name: 'sandbox',
  run: async () => {
    try {
      const started = performance.now()
      const { findings, topology } = await validate(script)
      if (topology) return [ok(`a script was run in ${Math.round(performance.now() - started)} ms`)]
      return [
        failedCheck(`a valid script did not run: ${findings[0]?.message ?? 'no reason given'}`, reinstall),
      ]
    } catch (error) {
      return [failedCheck(`scripts cannot be run: ${(error as Error).message}`, reinstall)]
    }
  },
}
