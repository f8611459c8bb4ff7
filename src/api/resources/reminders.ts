/** Schedule of learning reminders: a part of the section *Further endpoints*. All shapes are inferred. */
import * as z from 'zod/mini'
import { inferred, single } from '../contract/contract.ts'

const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const

const fields = {
  weekdays: z.array(z.enum(weekdays)),
  /** Time of day, `HH:MM`. */
  time: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time of the day such as 09:30')),
  timezone: z.string().check(z.minLength(1), z.maxLength(64)),
}
const schedule = single(z.looseObject({ ...fields, paused: z.boolean() }))

export const reminders = {
  get: inferred('GET', '/v1/reminders/schedule', () => ({ response: schedule })),
  update: inferred('PATCH', '/v1/reminders/schedule', () => ({
    body: z.partial(z.object(fields)),
    response: schedule,
  })),
  pause: inferred('POST', '/v1/reminders/pause', () => ({ response: schedule })),
  resume: inferred('POST', '/v1/reminders/resume', () => ({ response: schedule })),
}
