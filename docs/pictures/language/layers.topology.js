/*---
description: Monitoring that readers can hide
---*/
const topology = new TopologyBuilder(true)

topology
  .createProcess({ id: 'web', label: 'Web' })
  .createProcess({ id: 'db', label: 'Database', shape: 'cylinder' })
  .createProcess({ id: 'metrics', label: 'Metrics', icon: 'chart', layer: 'monitoring' })
  .connect('web', 'db', { type: 'tcp' })
  .connect('metrics', 'web', { type: 'monitoring', layer: 'monitoring' })
  .connect('metrics', 'db', { type: 'monitoring', layer: 'monitoring' })
await topology.apply()
