/*---
description: Metrics, logs and traces from applications to the person on call
---*/
const topology = new TopologyBuilder(true)

topology.createProcess({ id: 'engineer', label: 'Engineer', icon: 'user', external: true })
topology.createProcess({ id: 'pager', label: 'Pager', icon: 'mobile', external: true })

const applications = topology.createGroup('applications', { label: 'Applications' })
applications
  .addProcess({ id: 'web', label: 'Web', icon: 'container' })
  .addProcess({ id: 'api', label: 'API', icon: 'container', replicas: 2 })
  .addProcess({ id: 'jobs', label: 'Jobs', icon: 'container' })
  .autoResize()

const host = topology.createGroup('host', { label: 'Host' })
host
  .addProcess({ id: 'node-exporter', label: 'Node exporter', icon: 'cpu' })
  .addProcess({ id: 'log-agent', label: 'Log agent', icon: 'terminal' })
  .autoResize()

const collection = topology.createGroup('collection', { label: 'Collection' })
collection
  .addProcess({ id: 'collector', label: 'Collector', icon: 'router', replicas: 2 })
  .addProcess({ id: 'sampler', label: 'Sampler' })
  .autoResize()

const storage = topology.createGroup('storage', { label: 'Storage' })
storage
  .addProcess({ id: 'metrics-store', label: 'Metrics store', shape: 'cylinder' })
  .addProcess({ id: 'log-store', label: 'Log store', shape: 'cylinder' })
  .addProcess({ id: 'trace-store', label: 'Trace store', shape: 'cylinder' })
  .addProcess({ id: 'bucket', label: 'Bucket', icon: 'storage' })
  .autoResize()

const read = topology.createGroup('read', { label: 'Read' })
read
  .addProcess({ id: 'query-frontend', label: 'Query frontend' })
  .addProcess({ id: 'rules', label: 'Rules' })
  .addProcess({ id: 'dashboards', label: 'Dashboards', icon: 'chart' })
  .autoResize()

const alerting = topology.createGroup('alerting', { label: 'Alerting' })
alerting
  .addProcess({ id: 'alert-router', label: 'Alert router', icon: 'alert' })
  .addProcess({ id: 'silences', label: 'Silences' })
  .addProcess({ id: 'on-call-schedule', label: 'On-call schedule', icon: 'clock' })
  .autoResize()

topology
  .connect('web', 'collector', { type: 'tcp', label: 'traces' })
  .connect('api', 'collector', { type: 'tcp', label: 'traces' })
  .connect('jobs', 'collector', { type: 'tcp', label: 'traces' })
  .connect('collector', 'sampler', { type: 'http' })
  .connect('sampler', 'trace-store', { type: 'tcp' })
  .connect('collector', 'metrics-store', { type: 'tcp' })
  .connect('web', 'log-agent', { type: 'tcp' })
  .connect('api', 'log-agent', { type: 'tcp' })
  .connect('jobs', 'log-agent', { type: 'tcp' })
  .connect('log-agent', 'log-store', { type: 'tcp' })
  .connect('node-exporter', 'metrics-store', { type: 'tcp' })
  .connect('metrics-store', 'bucket', { type: 'tcp' })
  .connect('log-store', 'bucket', { type: 'tcp' })
  .connect('trace-store', 'bucket', { type: 'tcp' })
  .connect('query-frontend', 'metrics-store', { type: 'tcp' })
  .connect('query-frontend', 'log-store', { type: 'tcp' })
  .connect('query-frontend', 'trace-store', { type: 'tcp' })
  .connect('dashboards', 'query-frontend', { type: 'http' })
  .connect('rules', 'query-frontend', { type: 'http' })
  .connect('rules', 'alert-router', { type: 'pulse' })
  .connect('alert-router', 'silences', { type: 'http' })
  .connect('alert-router', 'on-call-schedule', { type: 'http' })
  .connect('on-call-schedule', 'pager', { type: 'pulse' })
  .connect('pager', 'engineer', { type: 'pulse' })
  .connect('engineer', 'dashboards', { type: 'http' })
await topology.apply()
