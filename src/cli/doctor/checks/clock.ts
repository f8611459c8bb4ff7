/** Doctor check: the clock of this machine, on which certificates and revisions depend, against that of the service. */
import { type DoctorCheck, failedCheck, ok, warning } from '../check.ts'

const toleratedSeconds = { warning: 60, problem: 300 }

export const clock: DoctorCheck = {
  name: 'clock',
  run: async (context) => {
    // Another check reports a service that does not answer.
    const answered = await (await context.probe())?.anonymous().catch(() => undefined)
    const theirs = Date.parse(answered?.headers.get('date') ?? '')
    if (!answered || Number.isNaN(theirs)) return []
    // The service wrote the header about halfway through the request, in whole seconds.
    const seconds = Math.round((answered.at - answered.milliseconds / 2 - theirs - 500) / 1000)
    const off = Math.abs(seconds)
    const message = `the local clock is ${off} s ${seconds > 0 ? 'ahead of' : 'behind'} that of the service`
    const hint = 'Set the clock, or synchronize it with NTP.'
    if (off > toleratedSeconds.problem) return [failedCheck(message, hint)]
    return [
      off > toleratedSeconds.warning
        ? warning(message, hint)
        : ok('the local clock matches that of the service'),
    ]
  },
}
