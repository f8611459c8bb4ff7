import { defineCommand } from '../../cli/command/define.ts'
import { eachScriptCommand } from '../../cli/command/each-script.ts'

export default defineCommand({
  ...eachScriptCommand('unpinned', 'pins', (client, id) => client.pins.delete({ params: { id } })),
  summary: 'Unpin scripts.',
  examples: ['topo script unpin hello-topology', 'topo script unpin hello-topology --json'],
})
