/*---
description: Messages that reach every device, online or not
---*/
const topology = new TopologyBuilder(true)

topology.createProcess({ id: 'phone', label: 'Phone', icon: 'mobile', external: true })
topology.createProcess({ id: 'laptop', label: 'Laptop', icon: 'browser', external: true })
topology.createProcess({ id: 'push-services', label: 'Push services', icon: 'cloud', external: true })

const edge = topology.createGroup('edge', { label: 'Edge' })
edge
  .addProcess({ id: 'load-balancer', label: 'Load balancer', icon: 'load-balancer' })
  .addProcess({ id: 'socket-gateway', label: 'Socket gateway', icon: 'router', replicas: 4 })
  .addProcess({ id: 'rest-gateway', label: 'REST gateway', icon: 'api' })
  .autoResize()

const core = topology.createGroup('core', { label: 'Core' })
core
  .addProcess({ id: 'sessions', label: 'Sessions' })
  .newRow()
  .addProcess({ id: 'messages', label: 'Messages' })
  .addProcess({ id: 'presence', label: 'Presence' })
  .addProcess({ id: 'groups', label: 'Groups' })
  .addProcess({ id: 'media', label: 'Media' })
  .autoResize()

const stores = topology.createGroup('stores', { label: 'Stores' })
stores
  .addProcess({ id: 'session-cache', label: 'Session cache', icon: 'cache' })
  .addProcess({ id: 'message-store', label: 'Message store', shape: 'cylinder' })
  .addProcess({ id: 'group-store', label: 'Group store', shape: 'cylinder' })
  .addProcess({ id: 'object-store', label: 'Object store', icon: 'storage' })
  .autoResize()

const delivery = topology.createGroup('delivery', { label: 'Delivery' })
delivery
  .addProcess({ id: 'fan-out-queue', label: 'Fan-out queue', icon: 'queue', shape: 'parallelogram' })
  .addProcess({ id: 'dispatcher', label: 'Dispatcher' })
  .addProcess({ id: 'push-worker', label: 'Push worker', icon: 'zap' })
  .addProcess({ id: 'moderation', label: 'Moderation', icon: 'shield' })
  .autoResize()

topology
  .connect('phone', 'load-balancer', { type: 'http' })
  .connect('laptop', 'load-balancer', { type: 'http' })
  .connect('load-balancer', 'socket-gateway', { type: 'tcp' })
  .connect('load-balancer', 'rest-gateway', { type: 'http' })
  .connect('socket-gateway', 'sessions', { type: 'http' })
  .connect('sessions', 'session-cache', { type: 'tcp' })
  .connect('socket-gateway', 'messages', { type: 'http' })
  .connect('socket-gateway', 'presence', { type: 'http' })
  .connect('presence', 'session-cache', { type: 'tcp' })
  .connect('rest-gateway', 'groups', { type: 'http' })
  .connect('rest-gateway', 'media', { type: 'http' })
  .connect('rest-gateway', 'messages', { type: 'http' })
  .connect('messages', 'message-store', { type: 'tcp' })
  .connect('messages', 'groups', { type: 'http' })
  .connect('groups', 'group-store', { type: 'tcp' })
  .connect('media', 'object-store', { type: 'tcp' })
  .connect('media', 'moderation', { type: 'pulse' })
  .connect('messages', 'fan-out-queue', { type: 'pulse' })
  .connect('messages', 'moderation', { type: 'pulse' })
  .connect('fan-out-queue', 'dispatcher', { type: 'pulse' })
  .connect('dispatcher', 'session-cache', { type: 'tcp' })
  .connect('dispatcher', 'socket-gateway', { type: 'http', label: 'online' })
  .connect('dispatcher', 'push-worker', { type: 'http', label: 'offline' })
  .connect('push-worker', 'push-services', { type: 'http' })
  .connect('push-services', 'phone', { type: 'pulse' })
await topology.apply()
