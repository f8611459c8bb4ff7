/** Reminders: *Reminders* of *Further endpoints*, inferred. */
import type { Database } from '../database/database.ts'
import type { ScheduleRow } from '../database/inferred-rows.ts'
import type { UserRow } from '../database/rows.ts'
import type { Handlers } from './handler.ts'

export const reminders: Handlers<'reminders'> = {
  get: ({ database, caller }) => ({ item: toJson(scheduleOf(database, caller)) }),

  update: ({ database, body, caller }) => {
    const { weekdays, time, timezone } = scheduleOf(database, caller)
    return change(database, caller, {
      weekdays: [...new Set(body.weekdays ?? weekdays)],
      time: body.time ?? time,
      timezone: body.timezone ?? timezone,
    })
  },

  pause: ({ database, caller }) => change(database, caller, { paused: true }),
  resume: ({ database, caller }) => change(database, caller, { paused: false }),
}

const change = (database: Database, caller: UserRow, fields: Partial<ScheduleRow>) => ({
  item: toJson(database.schedules.put({ ...scheduleOf(database, caller), ...fields })),
})

/** Reminders are off by default. */
const scheduleOf = (database: Database, { id }: UserRow): ScheduleRow =>
  database.schedules.get(id) ?? {
    id,
    userId: id,
    weekdays: [],
    time: '09:00',
    timezone: 'UTC',
    paused: false,
  }

const toJson = ({ id: _id, userId: _user, ...row }: ScheduleRow) => row
