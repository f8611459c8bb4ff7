/** Schedule of learning reminders: a part of the section *Further endpoints*. All shapes are inferred. */
import { z } from 'zod'
import { inferred, single } from '../contract.ts'

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

const fields = {
  weekdays: z.array(z.enum(weekdays)),
  /** Time of day, `HH:MM`. */
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time of the day such as 09:30'),
  timezone: z.string().min(1).max(64),
}
const schedule = single(z.looseObject({ ...fields, paused: z.boolean() }))

export const reminders = {
  get: inferred({ method: 'GET', path: '/v1/reminders/schedule', auth: 'key', response: schedule }),
  update: inferred({
    method: 'PATCH',
    path: '/v1/reminders/schedule',
    auth: 'key',
    body: z.object(fields).partial(),
    response: schedule,
  }),
  pause: inferred({ method: 'POST', path: '/v1/reminders/pause', auth: 'key', response: schedule }),
  resume: inferred({ method: 'POST', path: '/v1/reminders/resume', auth: 'key', response: schedule }),
}
