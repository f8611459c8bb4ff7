import { defineCommand } from '../../cli/command/define.ts'
import { eachScriptCommand } from '../../cli/command/each-script.ts'

export default defineCommand({
  ...eachScriptCommand('unshared', 'share URLs', (client, id) =>
    client.sharing.delete({ params: { id } }),
  ),
  summary: 'Revoke the share URLs of scripts.',
  examples: ['topo script unshare alice-notes', 'topo script unshare alice-notes --json'],
})
