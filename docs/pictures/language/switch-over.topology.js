/*---
description: A switch from blue to green
---*/
const topology = new TopologyBuilder(true)
topology.createProcess({ id: 'router', label: 'Router', icon: 'router' })

const versions = [
  ['blue', '#3b82f6', 'stopped'],
  ['green', '#2f9e64', 'running'],
]
for (const [name, color, state] of versions) {
  topology
    .createGroup(name, { label: `Version ${name}`, color, layer: name })
    .addProcess({ id: `${name}-app`, label: 'App', state })
    .autoResize()
  topology.connect('router', name, { type: 'http', layer: name })
}
await topology.apply()
