/*---
description: Most of the language in one picture
---*/
const topology = new TopologyBuilder(true) // false: positions from the script

topology.createProcess({ id: 'users', label: 'Users', icon: 'user', external: true })

const app = topology.createGroup('app', { label: 'App', description: 'All that we run' })
app
  .addProcess({ id: 'api', label: 'API', icon: 'api', replicas: 2 }) // api-1 and api-2
  .addProcess({ id: 'jobs', label: 'Jobs', shape: 'hexagon' })
  .newRow()
  .addProcess({ id: 'metrics', label: 'Metrics', icon: 'chart', state: 'warning', layer: 'monitoring' })

const data = app.addGroup({ id: 'data', label: 'Data', color: '#3b82f6' }) // returns the inner group
for (const role of ['primary', 'replica'])
  data.addProcess({ id: role, label: 'Orders', shape: 'cylinder', shardId: 'eu', shardRole: role })
data.autoResize() // inner groups first
app.autoResize()

topology
  .connect('users', 'api', { type: 'http', protocol: 'HTTPS', port: 443 }) // to both replicas
  .connect('api', 'jobs', { type: 'pulse', label: 'enqueue' })
  .connect('jobs', 'primary', { type: 'tcp', port: 5432 })
  .connect('replica', 'primary', { type: 'replication' })
  .connect('metrics', 'data', { type: 'monitoring', layer: 'monitoring' }) // an end may be a group
await topology.apply()

const flow = new FlowBuilder()
flow
  .scenario('order', 'An order is stored')
  .from('users')
  .to('api-1')
  .to('jobs')
  .parallel([
    ['jobs', 'primary'],
    ['primary', 'replica'],
  ])
  .showMessage('[JOBS] stored twice')
  .scenario('outage', 'The primary is down')
  .from('jobs')
  .to('primary')
  .flashError('primary')
  .showError('[PRIMARY] no answer')

export default flow
