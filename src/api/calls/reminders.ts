/** Reads, sets, pauses and resumes the schedule of reminders. */

import type { UntypedRecord } from '../../text/parse-json.ts'
import { orUnsupported } from '../answers/unsupported.ts'
import type { Client, Input } from '../client/client.ts'
import { getItem } from '../client/untyped.ts'
import type { Contract } from '../resources/index.ts'

interface ScheduleChange {
  /** Comma-separated. */
  days?: string | undefined
  time?: string | undefined
  timezone?: string | undefined
  pause: boolean
  resume: boolean
}

type Schedule = NonNullable<Input<Contract['reminders']['update']>['body']>

export async function updateReminders(
  { reminders }: Client,
  wanted: ScheduleChange,
): Promise<UntypedRecord> {
  const { days, time, timezone, pause, resume } = wanted
  const ask = () => {
    if (pause) return reminders.pause()
    if (resume) return reminders.resume()
    if (days === undefined && time === undefined && timezone === undefined) return reminders.get()
    // The contract refuses unknown weekdays.
    const names = days?.split(',').map((day) => day.trim().toLowerCase())
    const weekdays = names as Schedule['weekdays']
    return reminders.update({ body: { weekdays, time, timezone } })
  }
  return getItem(await orUnsupported('reminders', ask))
}
