/** Doctor check: the headers for a gateway in front of the service, by name. */
import { type DoctorCheck, ok } from './check.ts'

export const headersCheck: DoctorCheck = {
  name: 'headers',
  run: async (context) => {
    const { headers } = (await context.choice().catch(() => undefined)) ?? {}
    if (!headers) return []
    const names = headers.names?.join(', ') ?? 'what the command prints'
    return [ok(`headers for the service, from ${headers.source}: ${names}`)]
  },
}
