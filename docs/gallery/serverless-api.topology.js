/*---
name: Serverless API
description: Functions behind a gateway, with a table, a bucket and a queue
---*/
const topology = new TopologyBuilder(true)

topology.createProcess({ id: 'browser', label: 'Browser', icon: 'browser', external: true })
topology.createProcess({ id: 'app', label: 'App', icon: 'mobile', external: true })
topology.createProcess({ id: 'push-service', label: 'Push service', icon: 'cloud', external: true })

const edge = topology.createGroup('edge', { label: 'Edge' })
edge
  .addProcess({ id: 'cdn', label: 'CDN', icon: 'globe' })
  .addProcess({ id: 'static-site', label: 'Static site', icon: 'storage' })
  .addProcess({ id: 'firewall', label: 'Firewall', icon: 'firewall' })
  .autoResize()

const api = topology.createGroup('api', { label: 'API' })
api
  .addProcess({ id: 'gateway', label: 'Gateway', icon: 'api' })
  .addProcess({ id: 'authorizer', label: 'Authorizer', icon: 'lock' })
  .addProcess({ id: 'user-pool', label: 'User pool', icon: 'user' })
  .autoResize()

const functions = topology.createGroup('functions', { label: 'Functions' })
functions
  .addProcess({ id: 'list-items', label: 'List items', icon: 'zap' })
  .addProcess({ id: 'save-item', label: 'Save item', icon: 'zap' })
  .addProcess({ id: 'upload', label: 'Upload', icon: 'zap' })
  .addProcess({ id: 'resize', label: 'Resize', icon: 'zap' })
  .newRow()
  .addProcess({ id: 'notify', label: 'Notify', icon: 'zap' })
  .addProcess({ id: 'nightly-report', label: 'Nightly report', icon: 'zap' })
  .autoResize()

const state = topology.createGroup('state', { label: 'State' })
state
  .addProcess({ id: 'items', label: 'Items', icon: 'database' })
  .addProcess({ id: 'files', label: 'Files', icon: 'storage' })
  .addProcess({ id: 'jobs', label: 'Jobs', icon: 'queue', shape: 'parallelogram' })
  .addProcess({ id: 'failed-jobs', label: 'Failed jobs', icon: 'queue', shape: 'parallelogram' })
  .newRow()
  .addProcess({ id: 'table-stream', label: 'Table stream', icon: 'queue', shape: 'parallelogram' })
  .autoResize()

const operations = topology.createGroup('operations', { label: 'Operations' })
operations
  .addProcess({ id: 'logs', label: 'Logs', icon: 'terminal' })
  .addProcess({ id: 'alarms', label: 'Alarms', icon: 'alert' })
  .addProcess({ id: 'schedule', label: 'Schedule', icon: 'clock' })
  .autoResize()

topology
  .connect('browser', 'cdn', { type: 'http' })
  .connect('cdn', 'static-site', { type: 'http' })
  .connect('cdn', 'firewall', { type: 'http' })
  .connect('app', 'firewall', { type: 'http' })
  .connect('firewall', 'gateway', { type: 'http' })
  .connect('gateway', 'authorizer', { type: 'http' })
  .connect('authorizer', 'user-pool', { type: 'http' })
  .connect('gateway', 'list-items', { type: 'http' })
  .connect('gateway', 'save-item', { type: 'http' })
  .connect('gateway', 'upload', { type: 'http' })
  .connect('list-items', 'items', { type: 'tcp' })
  .connect('save-item', 'items', { type: 'tcp' })
  .connect('upload', 'files', { type: 'tcp' })
  .connect('files', 'jobs', { type: 'pulse', label: 'created' })
  .connect('jobs', 'resize', { type: 'pulse' })
  .connect('resize', 'files', { type: 'tcp' })
  .connect('jobs', 'failed-jobs', { type: 'pulse' })
  .connect('failed-jobs', 'alarms', { type: 'pulse' })
  .connect('items', 'table-stream', { type: 'pulse' })
  .connect('table-stream', 'notify', { type: 'pulse' })
  .connect('notify', 'push-service', { type: 'http' })
  .connect('schedule', 'nightly-report', { type: 'pulse' })
  .connect('nightly-report', 'items', { type: 'tcp' })
  .connect('nightly-report', 'files', { type: 'tcp' })
  .connect('resize', 'logs', { type: 'tcp' })
  .connect('notify', 'logs', { type: 'tcp' })
  .connect('logs', 'alarms', { type: 'pulse' })
await topology.apply()
