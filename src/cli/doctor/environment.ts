/** Doctor check: the environment variables in effect, with secrets redacted. */
import { type DoctorCheck, ok } from './check.ts'
import { variablesInEffect } from './variables.ts'

export const environmentCheck: DoctorCheck = {
  name: 'environment',
  run: async ({ variables }) => {
    const set = Object.entries(variablesInEffect(variables)).map(([name, value]) => ok(`${name}=${value}`))
    return set.length > 0 ? set : [ok('no variable that topo reads is set')]
  },
}
