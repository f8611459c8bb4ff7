/** Reminders: *Reminders* of *Further endpoints*, inferred. */
import type { Contract } from '../../api/resources/index.ts'
import type { Database } from '../database/database.ts'
import type { ScheduleRow } from '../database/inferred-rows.ts'
import type { UserRow } from '../database/rows.ts'
import type { Handlers } from '../http/handler.ts'

export const reminders: Handlers<Contract['reminders']> = {
  get: ({ world, caller }) => ({ item: toJson(scheduleOf(world, caller)) }),

  update: ({ world, body, caller }) => {
    const { weekdays, time, timezone } = scheduleOf(world, caller)
    return change(world, caller, {
      weekdays: [...new Set(body.weekdays ?? weekdays)],
      time: body.time ?? time,
      timezone: body.timezone ?? timezone,
    })
  },

  pause: ({ world, caller }) => change(world, caller, { paused: true }),
  resume: ({ world, caller }) => change(world, caller, { paused: false }),
}

function change(world: Database, caller: UserRow, fields: Partial<ScheduleRow>) {
  return world.transaction(() => ({
    item: toJson(world.schedules.put({ ...scheduleOf(world, caller), ...fields })),
  }))
}

/** Reminders are off by default. */
const scheduleOf = (world: Database, { id }: UserRow): ScheduleRow =>
  world.schedules.get(id) ?? { id, userId: id, weekdays: [], time: '09:00', timezone: 'UTC', paused: false }

const toJson = ({ weekdays, time, timezone, paused }: ScheduleRow) => ({
  weekdays: weekdays as 'monday'[],
  ...{ time, timezone, paused },
})
