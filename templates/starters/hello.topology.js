/*---
description: A first diagram
---*/
const topology = new TopologyBuilder(true)

const app = topology.createGroup('app', { label: 'App' }, { x: 0, y: 0 })
app
  .addProcess({ id: 'web', label: 'Web', state: 'running' })
  .addProcess({ id: 'database', label: 'Database', state: 'running', shape: 'cylinder' })
  .autoResize()

topology.connect('web', 'database', { type: 'tcp', label: 'query', port: 5432 })

await topology.apply()

const flow = new FlowBuilder()
flow.from('web').showMessage('[WEB] a page is loaded').to('database').showMessage('[DATABASE] one row')

export default flow
