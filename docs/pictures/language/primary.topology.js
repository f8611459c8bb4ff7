/*---
description: A primary with two replicas
namespace: primary
---*/
const topology = new TopologyBuilder(true)

const orders = topology.createGroup('orders', { label: 'Orders' })
const database = { shape: 'cylinder', shardId: 'orders' }
orders.addProcess({ id: 'primary', label: 'Primary', shardRole: 'primary', ...database }).newRow()
for (const id of ['replica-1', 'replica-2']) {
  orders.addProcess({ id, label: id, shardRole: 'replica', ...database })
  topology.connect(id, 'primary', { type: 'replication' })
}
orders.autoResize()
await topology.apply()
