/*---
name: Event pipeline
description: Producers, an event log, and consumers that can replay it
tags: [starter, events]
public: true
---*/
// Needs a service that also knows chained connect, icon, layer, newRow, type pulse, scenario, parallel, flashError and showError.
const topology = new TopologyBuilder(true)
const partitions = ['a', 'b', 'c']

const sources = topology.createGroup('sources', { label: 'Sources' })
sources
  .addProcess({ id: 'orders', label: 'Orders', icon: 'code' })
  .addProcess({ id: 'payments', label: 'Payments', icon: 'code' })
  .autoResize()

const log = topology.createGroup('log', { label: 'Event log', layer: 'events' })
for (const partition of partitions) {
  log.addProcess({ id: `partition-${partition}`, label: `Partition ${partition.toUpperCase()}`, icon: 'queue' })
}
log.autoResize()

const sinks = topology.createGroup('sinks', { label: 'Consumers' })
sinks
  .addProcess({ id: 'projector', label: 'Projector', icon: 'cpu' })
  .addProcess({ id: 'search', label: 'Search index', icon: 'search' })
  .newRow()
  .addProcess({ id: 'archive', label: 'Archive', icon: 'storage', shape: 'cylinder' })
  .autoResize()

for (const partition of partitions) {
  topology.connect('orders', `partition-${partition}`, { type: 'tcp', label: 'append', layer: 'events' })
  topology.connect(`partition-${partition}`, 'projector', { type: 'pulse', layer: 'events' })
}
topology
  .connect('payments', 'partition-a', { type: 'tcp', label: 'append' })
  .connect('projector', 'search', { type: 'http' })
  .connect('projector', 'archive', { type: 'tcp' })

await topology.apply()

export default new FlowBuilder()
  .scenario('order', 'A customer places an order')
  .from('orders')
  .to('partition-b')
  .to('projector')
  .parallel([
    ['projector', 'search'],
    ['projector', 'archive'],
  ])
  .scenario('replay', 'The search index is lost and rebuilt')
  .from('search')
  .flashError('search')
  .showError('[SEARCH] index is lost')
  .from('partition-a')
  .to('projector')
  .to('search')
  .showMessage('[SEARCH] rebuilt from the log')
