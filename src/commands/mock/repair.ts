import { resolve } from 'node:path'
import { boolean, string } from '@oclif/core/flags'
import { TopoCommand } from '../../cli/command/command.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { waitingForLock } from '../../cli/mock/mock-flags.ts'
import { repairText } from '../../cli/mock/repair.ts'
import { repair } from '../../mock/persist/repair.ts'
import { whenUnlocked } from '../../mock/persist/wait-for-lock.ts'

export default class MockRepair extends TopoCommand<typeof MockRepair> {
  static override summary = 'Recover readable data from damaged data of the mock.'
  static override description =
    'Writes a new state from the newest complete snapshot and every readable commit after it. Moves the damaged files to a folder beside it and deletes nothing. Does not change an intact folder.'
  static override examples = [
    'topo mock repair --dry-run',
    'topo mock repair --data ./mock-data',
    'topo mock repair --data ./mock-data --json --fields damage,lost',
  ]
  static override fields = [
    ...['data', 'dryRun', 'damage', 'from', 'commits', 'lost', 'doubtful'],
    ...['rows', 'dropped', 'renamed', 'keptIn'],
  ]
  static override flags = {
    data: string({ helpValue: 'DIR', summary: 'Folder of the data; default: the folder of --local.' }),
    'dry-run': boolean({ summary: 'Show what can be recovered, without writing.' }),
  }

  protected override async execute(): Promise<CommandResult> {
    const given = this.flags.data
    const dryRun = this.flags['dry-run'] === true
    const local = async () => this.environment.localData ?? (await this.project()).localDataFolder
    const path = resolve(given ?? (await local()))
    const onWait = () => this.terminal.note(waitingForLock)
    const result = await whenUnlocked(() => repair({ path, dryRun }), { onWait })
    return {
      data: { data: path, dryRun, ...result },
      text: (out) => repairText(out, result, dryRun),
      ...(dryRun && result.damage.length > 0 ? { nextStep: `topo mock repair --data ${given ?? path}` } : {}),
    }
  }
}
