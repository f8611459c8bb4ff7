/** How many requests are left, where the service says so. */
import { readRateLimit } from '../../api/rate-limit.ts'
import { type DoctorCheck, ok, warning } from './check.ts'

/** Fewer do not carry a push of a folder. */
const few = 20

export const rate: DoctorCheck = {
  name: 'rate limit',
  run: async (context) => {
    const probe = await context.probe()
    const answered =
      (await probe?.withKey().catch(() => undefined)) ?? (await probe?.anonymous().catch(() => undefined))
    const known = answered && readRateLimit(answered.headers)
    if (!known) return []
    const { left } = known
    const told = `${left} requests are left; there are more in ${Math.ceil(known.seconds)} s`
    return [
      left < few ? warning(told, 'Wait, or do more with one request: push a folder at once.') : ok(told),
    ]
  },
}
