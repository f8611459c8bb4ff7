/** Whether the clock here and that of the service agree: certificates and revisions depend on it. */
import { type DoctorCheck, foundProblem, ok, warning } from './check.ts'

const tolerated = { warning: 60, problem: 300 }

export const clock: DoctorCheck = {
  name: 'clock',
  run: async (context) => {
    // Who does not answer is the matter of another check.
    const answered = await (await context.probe())?.anonymous().catch(() => undefined)
    const theirs = Date.parse(answered?.headers.get('date') ?? '')
    if (!answered || Number.isNaN(theirs)) return []
    // The header was written about half way, and knows whole seconds only.
    const seconds = Math.round((answered.at - answered.milliseconds / 2 - theirs - 500) / 1000)
    const off = Math.abs(seconds)
    const told = `the clock here is ${off} s ${seconds > 0 ? 'ahead of' : 'behind'} that of the service`
    const hint = 'Set the clock, or let the system keep it (NTP).'
    if (off > tolerated.problem) return [foundProblem(told, hint)]
    return [off > tolerated.warning ? warning(told, hint) : ok('the clock agrees with that of the service')]
  },
}
