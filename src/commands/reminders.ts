import { boolean, string } from '@oclif/core/flags'
import { updateReminders } from '../api/calls/reminders.ts'
import { TopoCommand } from '../cli/command/command.ts'
import { dryRunFlag } from '../cli/command/flags.ts'
import type { CommandResult } from '../cli/command/result.ts'
import { looseAnswer } from '../cli/views/untyped-table.ts'

export default class Reminders extends TopoCommand<typeof Reminders> {
  static override summary = 'Show or change when the service reminds you to continue learning.'
  static override examples = [
    '<%= config.bin %> reminders',
    '<%= config.bin %> reminders --days monday,thursday --time 08:30 --timezone Europe/Berlin',
    '<%= config.bin %> reminders --pause --json',
  ]
  static override fields = ['*']
  static override flags = {
    days: string({ helpValue: 'DAYS', summary: 'Remind on these weekdays, e.g. monday,thursday.' }),
    time: string({ helpValue: 'HH:MM', summary: 'Remind at this time of day.' }),
    timezone: string({ helpValue: 'NAME', summary: 'Use this time zone, e.g. Europe/Berlin.' }),
    pause: boolean({ summary: 'Pause reminders.', exclusive: ['resume', 'days', 'time', 'timezone'] }),
    resume: boolean({ summary: 'Resume reminders.', exclusive: ['days', 'time', 'timezone'] }),
    ...dryRunFlag,
  }

  protected override async execute(): Promise<CommandResult> {
    const { days, time, timezone, pause, resume } = this.flags
    const { client } = await this.service()
    return looseAnswer(await updateReminders(client, { days, time, timezone, pause, resume }))
  }
}
