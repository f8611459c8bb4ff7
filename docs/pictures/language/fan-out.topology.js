/*---
description: One event, three consumers
---*/
const topology = new TopologyBuilder(true)
topology.createProcess({ id: 'orders', label: 'Orders', icon: 'api' })

const consumers = topology.createGroup('consumers', { label: 'Consumers' })
for (const id of ['mail', 'stock', 'reports']) {
  consumers.addProcess({ id, label: id })
  topology.connect('orders', id, { type: 'pulse' })
}
consumers.autoResize()
await topology.apply()

export default new FlowBuilder()
  .scenario('paid', 'An order is paid')
  .from('orders')
  .parallel([
    ['orders', 'mail'],
    ['orders', 'stock'],
    ['orders', 'reports'],
  ])
  .showMessage('[ORDERS] published')
  .scenario('down', 'Mail is down')
  .from('orders')
  .to('mail')
  .flashError('mail')
  .showError('[MAIL] no answer')
