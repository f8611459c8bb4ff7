/*---
description: Three copies behind a load balancer
---*/
const topology = new TopologyBuilder(true)

topology
  .createProcess({ id: 'balancer', label: 'Load balancer', icon: 'load-balancer' })
  .createProcess({ id: 'api', label: 'API', icon: 'api', replicas: 3, capacity: { maxRps: 900, replicas: 3 } })
  .connect('balancer', 'api', { type: 'http' })
await topology.apply()
