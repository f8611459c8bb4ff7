import { boolean, string } from '@oclif/core/flags'
import { updateReminders } from '../api/calls/reminders.ts'
import { defineCommand } from '../cli/command/define.ts'
import { dryRunFlag } from '../cli/command/flags/flags.ts'
import { untypedResult } from '../cli/command/untyped-table.ts'

export default defineCommand({
  summary: 'Show or change when the service reminds you to continue learning.',
  examples: [
    'topo reminders',
    'topo reminders --days monday,thursday --time 08:30 --timezone Europe/Berlin',
    'topo reminders --pause --json',
  ],
  fields: ['*'],
  flags: {
    days: string({ helpValue: 'DAYS', summary: 'Remind on these weekdays, e.g. monday,thursday.' }),
    time: string({ helpValue: 'HH:MM', summary: 'Remind at this time of day.' }),
    timezone: string({ helpValue: 'NAME', summary: 'Use this time zone, e.g. Europe/Berlin.' }),
    pause: boolean({
      summary: 'Pause reminders.',
      exclusive: ['resume', 'days', 'time', 'timezone'],
    }),
    resume: boolean({ summary: 'Resume reminders.', exclusive: ['days', 'time', 'timezone'] }),
    ...dryRunFlag,
  },
  run: async ({ flags, openService }) => {
    const { days, time, timezone, pause, resume } = flags
    const { client } = await openService()
    return untypedResult(await updateReminders(client, { days, time, timezone, pause, resume }))
  },
})
