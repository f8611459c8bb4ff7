/*---
name: Machine learning platform
description: Features, training, a registry of models, and serving
---*/
const topology = new TopologyBuilder(true)

topology.createProcess({ id: 'application', label: 'Application', icon: 'browser', external: true })

const data = topology.createGroup('data', { label: 'Data' })
data
  .addProcess({ id: 'events', label: 'Events', icon: 'queue', shape: 'parallelogram' })
  .addProcess({ id: 'warehouse', label: 'Warehouse', shape: 'cylinder' })
  .addProcess({ id: 'labels', label: 'Labels', shape: 'cylinder' })
  .autoResize()

const features = topology.createGroup('features', { label: 'Features' })
features
  .addProcess({ id: 'feature-pipeline', label: 'Feature pipeline' })
  .addProcess({ id: 'offline-store', label: 'Offline store', shape: 'cylinder' })
  .addProcess({ id: 'online-store', label: 'Online store', icon: 'cache' })
  .autoResize()

const training = topology.createGroup('training', { label: 'Training' })
training
  .addProcess({ id: 'notebooks', label: 'Notebooks', icon: 'code' })
  .addProcess({ id: 'orchestrator', label: 'Orchestrator' })
  .addProcess({ id: 'trainer', label: 'Trainer', icon: 'cpu', replicas: 2 })
  .addProcess({ id: 'experiments', label: 'Experiments', icon: 'chart' })
  .autoResize()

const registry = topology.createGroup('registry', { label: 'Registry' })
registry
  .addProcess({ id: 'models', label: 'Models', icon: 'storage' })
  .addProcess({ id: 'evaluation', label: 'Evaluation' })
  .addProcess({ id: 'approval', label: 'Approval', icon: 'user' })
  .autoResize()

const serving = topology.createGroup('serving', { label: 'Serving' })
serving
  .addProcess({ id: 'gateway', label: 'Gateway', icon: 'api' })
  .addProcess({ id: 'router', label: 'Router' })
  .addProcess({ id: 'model-a', label: 'Model A', icon: 'container' })
  .addProcess({ id: 'model-b', label: 'Model B', icon: 'container' })
  .newRow()
  .addProcess({ id: 'shadow', label: 'Shadow', icon: 'container' })
  .autoResize()

const monitoring = topology.createGroup('monitoring', { label: 'Monitoring' })
monitoring
  .addProcess({ id: 'drift', label: 'Drift' })
  .addProcess({ id: 'predictions-log', label: 'Predictions log', shape: 'cylinder' })
  .addProcess({ id: 'alerts', label: 'Alerts', icon: 'alert' })
  .autoResize()

topology
  .connect('events', 'feature-pipeline', { type: 'pulse' })
  .connect('warehouse', 'feature-pipeline', { type: 'tcp' })
  .connect('feature-pipeline', 'offline-store', { type: 'tcp' })
  .connect('feature-pipeline', 'online-store', { type: 'tcp' })
  .connect('offline-store', 'notebooks', { type: 'tcp' })
  .connect('notebooks', 'orchestrator', { type: 'http' })
  .connect('orchestrator', 'trainer', { type: 'http' })
  .connect('offline-store', 'trainer', { type: 'tcp' })
  .connect('labels', 'trainer', { type: 'tcp' })
  .connect('trainer', 'experiments', { type: 'http' })
  .connect('trainer', 'models', { type: 'http' })
  .connect('models', 'evaluation', { type: 'http' })
  .connect('labels', 'evaluation', { type: 'tcp' })
  .connect('evaluation', 'approval', { type: 'http' })
  .connect('approval', 'router', { type: 'http', label: 'deploy' })
  .connect('application', 'gateway', { type: 'http' })
  .connect('gateway', 'router', { type: 'http' })
  .connect('router', 'model-a', { type: 'http' })
  .connect('router', 'model-b', { type: 'http' })
  .connect('router', 'shadow', { type: 'pulse', label: 'copy' })
  .connect('models', 'model-a', { type: 'tcp' })
  .connect('models', 'model-b', { type: 'tcp' })
  .connect('models', 'shadow', { type: 'tcp' })
  .connect('model-a', 'online-store', { type: 'tcp' })
  .connect('model-b', 'online-store', { type: 'tcp' })
  .connect('router', 'predictions-log', { type: 'tcp' })
  .connect('predictions-log', 'drift', { type: 'tcp' })
  .connect('offline-store', 'drift', { type: 'tcp' })
  .connect('drift', 'alerts', { type: 'pulse' })
  .connect('alerts', 'orchestrator', { type: 'pulse', label: 'retrain' })
await topology.apply()
