/*---
description: A web app and its database
---*/
const topology = new TopologyBuilder(true)

const shop = topology.createGroup('shop', { label: 'Shop' }, { x: 0, y: 0 })
shop
  .addProcess({ id: 'web', label: 'Web', state: 'running' })
  .addProcess({ id: 'orders', label: 'Orders', state: 'running', shape: 'cylinder' })
  .autoResize()

topology.connect('web', 'orders', { type: 'tcp', label: 'query', port: 5432 })
await topology.apply()
