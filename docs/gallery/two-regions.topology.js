/*---
description: One application in two places, and what keeps them equal
---*/
const topology = new TopologyBuilder(true)

topology.createProcess({ id: 'customer', label: 'Customer', icon: 'user', external: true })
topology.createProcess({ id: 'global-dns', label: 'Global DNS', icon: 'dns' })

const regionEast = topology.createGroup('region-east', { label: 'Region east' })

const eastEdge = regionEast.addGroup({ id: 'east-edge', label: 'East edge' })
eastEdge
  .addProcess({ id: 'east-cdn', label: 'East CDN', icon: 'globe' })
  .addProcess({ id: 'east-balancer', label: 'East balancer', icon: 'load-balancer' })
  .autoResize()

const eastApplication = regionEast.addGroup({ id: 'east-application', label: 'East application' })
eastApplication
  .addProcess({ id: 'east-web', label: 'East web', icon: 'container', replicas: 3 })
  .addProcess({ id: 'east-api', label: 'East API', icon: 'container', replicas: 3 })
  .addProcess({ id: 'east-jobs', label: 'East jobs', icon: 'container' })
  .autoResize()

const eastData = regionEast.addGroup({ id: 'east-data', label: 'East data' })
eastData
  .addProcess({ id: 'east-database', label: 'East database', shape: 'cylinder' })
  .addProcess({ id: 'east-cache', label: 'East cache', icon: 'cache' })
  .addProcess({ id: 'east-files', label: 'East files', icon: 'storage' })
  .autoResize()
regionEast.autoResize()

const regionWest = topology.createGroup('region-west', { label: 'Region west' })

const westEdge = regionWest.addGroup({ id: 'west-edge', label: 'West edge' })
westEdge
  .addProcess({ id: 'west-cdn', label: 'West CDN', icon: 'globe' })
  .addProcess({ id: 'west-balancer', label: 'West balancer', icon: 'load-balancer' })
  .autoResize()

const westApplication = regionWest.addGroup({ id: 'west-application', label: 'West application' })
westApplication
  .addProcess({ id: 'west-web', label: 'West web', icon: 'container', replicas: 3 })
  .addProcess({ id: 'west-api', label: 'West API', icon: 'container', replicas: 3 })
  .addProcess({ id: 'west-jobs', label: 'West jobs', icon: 'container' })
  .autoResize()

const westData = regionWest.addGroup({ id: 'west-data', label: 'West data' })
westData
  .addProcess({ id: 'west-database', label: 'West database', shape: 'cylinder' })
  .addProcess({ id: 'west-cache', label: 'West cache', icon: 'cache' })
  .addProcess({ id: 'west-files', label: 'West files', icon: 'storage' })
  .autoResize()
regionWest.autoResize()

const global = topology.createGroup('global', { label: 'Global' })
global
  .addProcess({ id: 'health-checks', label: 'Health checks', icon: 'monitor' })
  .addProcess({ id: 'secrets', label: 'Secrets', icon: 'lock' })
  .addProcess({ id: 'image-registry', label: 'Image registry', icon: 'container' })
  .autoResize()

topology
  .connect('customer', 'global-dns', { type: 'http' })
  .connect('global-dns', 'east-cdn', { type: 'http' })
  .connect('global-dns', 'west-cdn', { type: 'http' })
  .connect('health-checks', 'east-balancer', { type: 'http' })
  .connect('health-checks', 'west-balancer', { type: 'http' })
  .connect('health-checks', 'global-dns', { type: 'http', label: 'fail over' })
  .connect('east-cdn', 'east-balancer', { type: 'http' })
  .connect('west-cdn', 'west-balancer', { type: 'http' })
  .connect('east-balancer', 'east-web', { type: 'http' })
  .connect('east-balancer', 'east-api', { type: 'http' })
  .connect('west-balancer', 'west-web', { type: 'http' })
  .connect('west-balancer', 'west-api', { type: 'http' })
  .connect('east-web', 'east-api', { type: 'http' })
  .connect('west-web', 'west-api', { type: 'http' })
  .connect('east-api', 'east-database', { type: 'tcp' })
  .connect('east-api', 'east-cache', { type: 'tcp' })
  .connect('west-api', 'west-database', { type: 'tcp' })
  .connect('west-api', 'west-cache', { type: 'tcp' })
  .connect('east-jobs', 'east-database', { type: 'tcp' })
  .connect('east-jobs', 'east-files', { type: 'tcp' })
  .connect('west-jobs', 'west-database', { type: 'tcp' })
  .connect('west-jobs', 'west-files', { type: 'tcp' })
  .connect('east-database', 'west-database', { type: 'tcp', label: 'replicate' })
  .connect('east-files', 'west-files', { type: 'tcp', label: 'replicate' })
  .connect('east-api', 'secrets', { type: 'http' })
  .connect('west-api', 'secrets', { type: 'http' })
  .connect('east-jobs', 'image-registry', { type: 'tcp' })
  .connect('west-jobs', 'image-registry', { type: 'tcp' })
await topology.apply()
