import { defineCommand } from '../../cli/command/define.ts'
import { eachScriptCommand } from '../../cli/command/each-script.ts'

export default defineCommand({
  ...eachScriptCommand('pinned', 'pins', (client, id) => client.pins.create({ params: { id } })),
  summary: 'Pin scripts; "topo search --pinned" lists them.',
  examples: [
    'topo script pin hello-topology',
    'topo script pin hello-topology payments-platform --json',
  ],
})
