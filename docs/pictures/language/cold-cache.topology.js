/*---
description: A request that meets a cold cache
---*/
const topology = new TopologyBuilder(true)

const shop = topology.createGroup('shop', { label: 'Shop' }, { x: 0, y: 0 })
shop.addProcess({ id: 'catalog', label: 'Catalog', state: 'running' }).autoResize()

const data = topology.createGroup('data', { label: 'Data' }, { x: 0, y: 300 })
data
  .addProcess({ id: 'cache', label: 'Cache', state: 'warning' })
  .addProcess({ id: 'products', label: 'Products', state: 'running', shape: 'cylinder' })
  .autoResize()

topology.connect('catalog', 'cache', { type: 'tcp', label: 'get', port: 6379 })
topology.connect('catalog', 'products', { type: 'tcp', label: 'query', port: 5432 })
await topology.apply()

const flow = new FlowBuilder()
flow
  .from('catalog')
  .to('cache')
  .showMessage('[CACHE] nothing found')
  .from('catalog')
  .to('products')
  .showMessage('[PRODUCTS] one row')
  .from('catalog')
  .to('cache')
  .showMessage('[CACHE] filled')
export default flow
