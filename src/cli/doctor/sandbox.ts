/** Doctor check: scripts can be parsed and run (native parser, types and WebAssembly). */
import { validate } from '../../validator/index.ts'
import { type DoctorCheck, failedCheck, ok } from './check.ts'

// With a type, because a script without one needs no native parser.
const script = `const topology: TopologyBuilder = new TopologyBuilder(true)
topology.createGroup('g', { label: 'Group' }).addProcess({ id: 'a', label: 'A' }).autoResize()
await topology.apply()
`

export const sandbox: DoctorCheck = {
  name: 'sandbox',
  run: async () => {
    const started = performance.now()
    const { findings, topology } = await validate(script)
    if (topology) return [ok(`a script was run in ${Math.round(performance.now() - started)} ms`)]
    return [
      failedCheck(
        `a valid script did not run: ${findings[0]?.message ?? 'no reason given'}`,
        'Install topo again with its optional dependencies: npm install --include=optional.',
      ),
    ]
  },
}
