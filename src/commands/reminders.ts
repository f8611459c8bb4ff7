import { boolean, string } from '@oclif/core/flags'
import { updateReminders } from '../api/calls/reminders.ts'
import { TopoCommand } from '../cli/command/command.ts'
import { dryRunFlag } from '../cli/command/flags.ts'
import type { CommandResult } from '../cli/command/result.ts'
import { looseAnswer } from '../cli/views/untyped-table.ts'

export default class Reminders extends TopoCommand<typeof Reminders> {
  static override summary = 'Show when the service reminds you to go on learning, or change it.'
  static override examples = [
    '<%= config.bin %> reminders',
    '<%= config.bin %> reminders --days monday,thursday --time 08:30 --timezone Europe/Berlin',
    '<%= config.bin %> reminders --pause --json',
  ]
  static override fields = ['*']
  static override flags = {
    days: string({ helpValue: 'DAYS', summary: 'On these days of the week, e.g. monday,thursday.' }),
    time: string({ helpValue: 'HH:MM', summary: 'At this time of the day.' }),
    timezone: string({ helpValue: 'NAME', summary: 'Of this time zone, e.g. Europe/Berlin.' }),
    pause: boolean({ summary: 'No reminders for now.', exclusive: ['resume', 'days', 'time', 'timezone'] }),
    resume: boolean({ summary: 'Reminders again.', exclusive: ['days', 'time', 'timezone'] }),
    ...dryRunFlag,
  }

  protected override async execute(): Promise<CommandResult> {
    const { days, time, timezone, pause, resume } = this.flags
    const { client } = await this.service()
    return looseAnswer(await updateReminders(client, { days, time, timezone, pause, resume }))
  }
}
