/** Doctor check: requests left, if the service reports them. */
import { rateInWords, readRateLimit } from '../../api/rate-limit.ts'
import { type DoctorCheck, ok, warning } from './check.ts'

/** Fewer are not enough to push a folder. */
const fewRequests = 20

export const rate: DoctorCheck = {
  name: 'rate limit',
  run: async (context) => {
    const probe = await context.probe()
    const answered =
      (await probe?.withKey().catch(() => undefined)) ?? (await probe?.anonymous().catch(() => undefined))
    const known = answered && readRateLimit(answered.headers)
    if (!known) return []
    const message = rateInWords(known)
    return [
      known.left < fewRequests
        ? warning(message, 'Wait, or send fewer requests: push a whole folder at once.')
        : ok(message),
    ]
  },
}
