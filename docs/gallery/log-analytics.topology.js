/*---
description: Logs of a company in hot, warm and cold storage
---*/
const topology = new TopologyBuilder(true)

const producers = topology.createGroup('producers', { label: 'Producers' })
producers
  .addProcess({ id: 'servers', label: 'Servers', icon: 'server', replicas: 4 })
  .addProcess({ id: 'containers', label: 'Containers', icon: 'container', replicas: 4 })
  .addProcess({ id: 'firewalls', label: 'Firewalls', icon: 'firewall' })
  .addProcess({ id: 'cloud-audit', label: 'Cloud audit', icon: 'cloud' })
  .autoResize()

const shipping = topology.createGroup('shipping', { label: 'Shipping' })
shipping
  .addProcess({ id: 'host-agent', label: 'Host agent' })
  .addProcess({ id: 'cluster-agent', label: 'Cluster agent' })
  .addProcess({ id: 'syslog-relay', label: 'Syslog relay', icon: 'router' })
  .addProcess({ id: 'audit-puller', label: 'Audit puller' })
  .autoResize()

const buffer = topology.createGroup('buffer', { label: 'Buffer' })
buffer
  .addProcess({ id: 'log-queue', label: 'Log queue', icon: 'queue', shape: 'parallelogram' })
  .addProcess({ id: 'dead-letters', label: 'Dead letters', icon: 'queue', shape: 'parallelogram' })
  .autoResize()

const processing = topology.createGroup('processing', { label: 'Processing' })
processing
  .addProcess({ id: 'parser', label: 'Parser', replicas: 2 })
  .addProcess({ id: 'enricher', label: 'Enricher' })
  .addProcess({ id: 'redactor', label: 'Redactor', icon: 'shield' })
  .addProcess({ id: 'geo-data', label: 'Geo data', icon: 'globe' })
  .autoResize()

const searchCluster = topology.createGroup('search-cluster', { label: 'Search cluster' })
searchCluster
  .addProcess({ id: 'hot-nodes', label: 'Hot nodes', shape: 'cylinder' })
  .addProcess({ id: 'warm-nodes', label: 'Warm nodes', shape: 'cylinder' })
  .addProcess({ id: 'snapshots', label: 'Snapshots', icon: 'storage' })
  .addProcess({ id: 'coordinator', label: 'Coordinator' })
  .autoResize()

const use = topology.createGroup('use', { label: 'Use' })
use
  .addProcess({ id: 'search-page', label: 'Search page', icon: 'search' })
  .addProcess({ id: 'detection-rules', label: 'Detection rules' })
  .addProcess({ id: 'case-desk', label: 'Case desk', icon: 'user' })
  .addProcess({ id: 'reports', label: 'Reports', icon: 'chart' })
  .autoResize()

topology
  .connect('servers', 'host-agent', { type: 'http' })
  .connect('containers', 'cluster-agent', { type: 'http' })
  .connect('firewalls', 'syslog-relay', { type: 'tcp' })
  .connect('cloud-audit', 'audit-puller', { type: 'http' })
  .connect('host-agent', 'log-queue', { type: 'tcp' })
  .connect('cluster-agent', 'log-queue', { type: 'tcp' })
  .connect('syslog-relay', 'log-queue', { type: 'tcp' })
  .connect('audit-puller', 'log-queue', { type: 'tcp' })
  .connect('log-queue', 'parser', { type: 'pulse' })
  .connect('parser', 'dead-letters', { type: 'pulse' })
  .connect('parser', 'enricher', { type: 'http' })
  .connect('enricher', 'geo-data', { type: 'http' })
  .connect('enricher', 'redactor', { type: 'http' })
  .connect('redactor', 'hot-nodes', { type: 'tcp' })
  .connect('hot-nodes', 'warm-nodes', { type: 'tcp', label: 'after 3 days' })
  .connect('warm-nodes', 'snapshots', { type: 'tcp', label: 'after 30 days' })
  .connect('coordinator', 'hot-nodes', { type: 'tcp' })
  .connect('coordinator', 'warm-nodes', { type: 'tcp' })
  .connect('search-page', 'coordinator', { type: 'http' })
  .connect('detection-rules', 'coordinator', { type: 'http' })
  .connect('reports', 'coordinator', { type: 'http' })
  .connect('detection-rules', 'case-desk', { type: 'pulse' })
  .connect('dead-letters', 'case-desk', { type: 'pulse' })
  .connect('case-desk', 'search-page', { type: 'http' })
await topology.apply()
