/*---
description: Sensors at two sites, an edge computer each, and a cloud
---*/
const topology = new TopologyBuilder(true)

const plant = topology.createGroup('plant', { label: 'Plant' })

const line1 = plant.addGroup({ id: 'line-1', label: 'Line 1' })
line1
  .addProcess({ id: 'press', label: 'Press', icon: 'cpu' })
  .addProcess({ id: 'press-sensor', label: 'Press sensor', icon: 'zap' })
  .autoResize()

const line2 = plant.addGroup({ id: 'line-2', label: 'Line 2' })
line2
  .addProcess({ id: 'robot', label: 'Robot', icon: 'cpu' })
  .addProcess({ id: 'robot-sensor', label: 'Robot sensor', icon: 'zap' })
  .autoResize()

const plantEdge = plant.addGroup({ id: 'plant-edge', label: 'Plant edge' })
plantEdge
  .addProcess({ id: 'plant-gateway', label: 'Plant gateway', icon: 'router' })
  .addProcess({ id: 'plant-buffer', label: 'Plant buffer', shape: 'cylinder' })
  .autoResize()
plant.autoResize()

const depot = topology.createGroup('depot', { label: 'Depot' })
depot
  .addProcess({ id: 'cold-room', label: 'Cold room', icon: 'zap' })
  .addProcess({ id: 'doors', label: 'Doors', icon: 'lock' })
  .addProcess({ id: 'depot-gateway', label: 'Depot gateway', icon: 'router' })
  .addProcess({ id: 'depot-buffer', label: 'Depot buffer', shape: 'cylinder' })
  .autoResize()

const cloud = topology.createGroup('cloud', { label: 'Cloud' })

const connect = cloud.addGroup({ id: 'connect', label: 'Connect' })
connect
  .addProcess({ id: 'broker', label: 'Broker', icon: 'queue' })
  .addProcess({ id: 'registry', label: 'Registry', shape: 'cylinder' })
  .addProcess({ id: 'updates', label: 'Updates', icon: 'storage' })
  .autoResize()

const process = cloud.addGroup({ id: 'process', label: 'Process' })
process
  .addProcess({ id: 'rules', label: 'Rules' })
  .addProcess({ id: 'time-series', label: 'Time series', shape: 'cylinder' })
  .addProcess({ id: 'device-twins', label: 'Device twins', shape: 'cylinder' })
  .autoResize()

const applications = cloud.addGroup({ id: 'applications', label: 'Applications' })
applications
  .addProcess({ id: 'operations', label: 'Operations', icon: 'monitor' })
  .addProcess({ id: 'maintenance', label: 'Maintenance' })
  .addProcess({ id: 'fleet-manager', label: 'Fleet manager', icon: 'user' })
  .autoResize()
cloud.autoResize()

topology
  .connect('press', 'press-sensor', { type: 'tcp' })
  .connect('robot', 'robot-sensor', { type: 'tcp' })
  .connect('press-sensor', 'plant-gateway', { type: 'tcp' })
  .connect('robot-sensor', 'plant-gateway', { type: 'tcp' })
  .connect('press', 'plant-gateway', { type: 'tcp', label: 'OPC UA' })
  .connect('robot', 'plant-gateway', { type: 'tcp', label: 'OPC UA' })
  .connect('plant-gateway', 'plant-buffer', { type: 'tcp' })
  .connect('cold-room', 'depot-gateway', { type: 'tcp' })
  .connect('doors', 'depot-gateway', { type: 'tcp' })
  .connect('depot-gateway', 'depot-buffer', { type: 'tcp' })
  .connect('plant-buffer', 'broker', { type: 'pulse', label: 'MQTT' })
  .connect('depot-buffer', 'broker', { type: 'pulse', label: 'MQTT' })
  .connect('broker', 'registry', { type: 'tcp' })
  .connect('broker', 'rules', { type: 'pulse' })
  .connect('broker', 'time-series', { type: 'pulse' })
  .connect('broker', 'device-twins', { type: 'pulse' })
  .connect('rules', 'maintenance', { type: 'pulse' })
  .connect('rules', 'operations', { type: 'pulse' })
  .connect('time-series', 'operations', { type: 'tcp' })
  .connect('device-twins', 'fleet-manager', { type: 'tcp' })
  .connect('fleet-manager', 'updates', { type: 'http' })
  .connect('updates', 'plant-gateway', { type: 'http' })
  .connect('updates', 'depot-gateway', { type: 'http' })
  .connect('maintenance', 'time-series', { type: 'tcp' })
await topology.apply()
