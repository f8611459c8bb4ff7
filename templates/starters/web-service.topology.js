/*---
name: Web service
description: A web service with a cache and a database, the usual first diagram
tags: [starter, web]
public: true
---*/
// Needs a service that also knows chained connect, createProcess, external, icon, replicas, scenario, flashError and showError.
const topology = new TopologyBuilder(true)

topology.createProcess({ id: 'browser', label: 'Browser', icon: 'browser', external: true })

const service = topology.createGroup('service', { label: 'Service' })
service
  .addProcess({ id: 'balancer', label: 'Load balancer', icon: 'load-balancer' })
  .addProcess({ id: 'api', label: 'API', icon: 'api', replicas: 2 })
  .autoResize()

const data = topology.createGroup('data', { label: 'Data' })
data
  .addProcess({ id: 'cache', label: 'Cache', icon: 'cache' })
  .addProcess({ id: 'database', label: 'Database', icon: 'database', shape: 'cylinder' })
  .autoResize()

topology
  .connect('browser', 'balancer', { type: 'http', protocol: 'HTTPS', port: 443 })
  .connect('balancer', 'api', { type: 'http' })
  .connect('api', 'cache', { type: 'tcp', port: 6379 })
  .connect('api', 'database', { type: 'tcp', port: 5432 })

await topology.apply()

const flow = new FlowBuilder()
flow
  .scenario('hit', 'Cache hit')
  .from('browser')
  .to('balancer')
  .to('api-1')
  .to('cache')
  .showMessage('[CACHE] found')
  .scenario('miss', 'Cache miss')
  .from('browser')
  .to('balancer')
  .to('api-2')
  .to('cache')
  .showMessage('[CACHE] not found')
  .from('api-2')
  .to('database')
  .scenario('outage', 'The database is down')
  .from('api-1')
  .to('database')
  .flashError('database')
  .showError('[DATABASE] connection refused')

export default flow
