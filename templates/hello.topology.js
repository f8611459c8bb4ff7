/*---
description: A first diagram
---*/
const topology = new TopologyBuilder(true)

const app = topology.createGroup('app', { label: 'App' })
app
  .addProcess({ id: 'web', label: 'Web', icon: 'browser' })
  .addProcess({ id: 'database', label: 'Database', icon: 'database', shape: 'cylinder' })
  .autoResize()

topology.connect('web', 'database', { type: 'tcp', port: 5432 })

await topology.apply()

const flow = new FlowBuilder()
flow
  .scenario('read', 'A page is loaded')
  .from('web')
  .to('database')
  .showMessage('[DATABASE] one row')
  .scenario('lost', 'The database is down')
  .from('web')
  .flashError('database')
  .showError('[WEB] shows an error page')

export default flow
