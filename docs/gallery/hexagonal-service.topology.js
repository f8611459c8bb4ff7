/*---
description: Ports and adapters around the rules of an order
---*/
const topology = new TopologyBuilder(true)

const drivingAdapters = topology.createGroup('driving-adapters', { label: 'Driving adapters' })
drivingAdapters
  .addProcess({ id: 'rest-controller', label: 'REST controller', icon: 'api' })
  .addProcess({ id: 'event-consumer', label: 'Event consumer', icon: 'queue' })
  .addProcess({ id: 'command-line', label: 'Command line', icon: 'terminal' })
  .addProcess({ id: 'scheduler', label: 'Scheduler', icon: 'clock' })
  .autoResize()

const application = topology.createGroup('application', { label: 'Application' })

const portsIn = application.addGroup({ id: 'ports-in', label: 'Ports in' })
portsIn
  .addProcess({ id: 'place-order', label: 'Place order' })
  .addProcess({ id: 'cancel-order', label: 'Cancel order' })
  .addProcess({ id: 'expire-orders', label: 'Expire orders' })
  .autoResize()

const domain = application.addGroup({ id: 'domain', label: 'Domain' })
domain
  .addProcess({ id: 'order', label: 'Order' })
  .addProcess({ id: 'pricing', label: 'Pricing' })
  .addProcess({ id: 'stock-rules', label: 'Stock rules' })
  .autoResize()

const portsOut = application.addGroup({ id: 'ports-out', label: 'Ports out' })
portsOut
  .addProcess({ id: 'save-orders', label: 'Save orders' })
  .addProcess({ id: 'charge-card', label: 'Charge card' })
  .addProcess({ id: 'send-message', label: 'Send message' })
  .addProcess({ id: 'read-stock', label: 'Read stock' })
  .autoResize()
application.autoResize()

const drivenAdapters = topology.createGroup('driven-adapters', { label: 'Driven adapters' })
drivenAdapters
  .addProcess({ id: 'sql-repository', label: 'SQL repository' })
  .addProcess({ id: 'payment-client', label: 'Payment client' })
  .addProcess({ id: 'mail-client', label: 'Mail client' })
  .addProcess({ id: 'stock-client', label: 'Stock client' })
  .autoResize()

const outside = topology.createGroup('outside', { label: 'Outside' })
outside
  .addProcess({ id: 'database', label: 'Database', shape: 'cylinder' })
  .addProcess({ id: 'payment-provider', label: 'Payment provider', icon: 'cloud', external: true })
  .addProcess({ id: 'mail-server', label: 'Mail server', icon: 'mail' })
  .addProcess({ id: 'stock-service', label: 'Stock service', icon: 'server' })
  .autoResize()

topology
  .connect('rest-controller', 'place-order', { type: 'http' })
  .connect('rest-controller', 'cancel-order', { type: 'http' })
  .connect('event-consumer', 'cancel-order', { type: 'http' })
  .connect('command-line', 'expire-orders', { type: 'http' })
  .connect('scheduler', 'expire-orders', { type: 'http' })
  .connect('place-order', 'order', { type: 'http' })
  .connect('place-order', 'pricing', { type: 'http' })
  .connect('place-order', 'stock-rules', { type: 'http' })
  .connect('cancel-order', 'order', { type: 'http' })
  .connect('expire-orders', 'order', { type: 'http' })
  .connect('place-order', 'save-orders', { type: 'http' })
  .connect('place-order', 'charge-card', { type: 'http' })
  .connect('place-order', 'send-message', { type: 'http' })
  .connect('stock-rules', 'read-stock', { type: 'http' })
  .connect('cancel-order', 'save-orders', { type: 'http' })
  .connect('cancel-order', 'charge-card', { type: 'http' })
  .connect('expire-orders', 'save-orders', { type: 'http' })
  .connect('expire-orders', 'send-message', { type: 'http' })
  .connect('sql-repository', 'database', { type: 'tcp' })
  .connect('payment-client', 'payment-provider', { type: 'http' })
  .connect('mail-client', 'mail-server', { type: 'http' })
  .connect('stock-client', 'stock-service', { type: 'http' })
  .connect('save-orders', 'sql-repository', { type: 'http' })
  .connect('charge-card', 'payment-client', { type: 'http' })
  .connect('send-message', 'mail-client', { type: 'http' })
  .connect('read-stock', 'stock-client', { type: 'http' })
await topology.apply()
