/** The schedule of reminders: read, set, paused and resumed. */
import type { Client, Input } from '../client.ts'
import type { Contract } from '../resources/index.ts'
import { orUnsupported } from '../unsupported.ts'
import { getItem, type UntypedRecord } from '../untyped.ts'

interface ScheduleChange {
  /** Separated by commas. */
  days?: string | undefined
  time?: string | undefined
  timezone?: string | undefined
  pause: boolean
  resume: boolean
}

type Schedule = NonNullable<Input<Contract['reminders']['update']>['body']>

/** The schedule as it is afterwards. */
export async function updateReminders({ reminders }: Client, wanted: ScheduleChange): Promise<UntypedRecord> {
  const { days, time, timezone, pause, resume } = wanted
  const ask = () => {
    if (pause) return reminders.pause()
    if (resume) return reminders.resume()
    if (days === undefined && time === undefined && timezone === undefined) return reminders.get()
    // What is no day of the week is refused by the contract.
    const weekdays = days?.split(',').map((day) => day.trim().toLowerCase()) as Schedule['weekdays']
    return reminders.update({ body: { weekdays, time, timezone } })
  }
  return getItem(await orUnsupported('reminders', ask))
}
