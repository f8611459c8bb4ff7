/*---
description: How a request reaches a pod, and what watches over it
---*/
const topology = new TopologyBuilder(true)

topology.createProcess({ id: 'client', label: 'Client', icon: 'browser', external: true })
topology.createProcess({ id: 'dns', label: 'DNS', icon: 'dns' })
topology.createProcess({ id: 'load-balancer', label: 'Load balancer', icon: 'load-balancer' })

const cluster = topology.createGroup('cluster', { label: 'Cluster' })

const ingress = cluster.addGroup({ id: 'ingress', label: 'Ingress' })
ingress
  .addProcess({ id: 'ingress-controller', label: 'Ingress controller', icon: 'router', replicas: 2 })
  .addProcess({ id: 'cert-manager', label: 'cert-manager', icon: 'lock' })
  .addProcess({ id: 'external-dns', label: 'external-dns', icon: 'dns' })
  .autoResize()

const web = cluster.addGroup({ id: 'web', label: 'Web' })
web
  .addProcess({ id: 'frontend-service', label: 'Frontend service' })
  .addProcess({ id: 'frontend-pods', label: 'Frontend pods', icon: 'container', replicas: 3 })
  .autoResize()

const shop = cluster.addGroup({ id: 'shop', label: 'Shop' })
shop
  .addProcess({ id: 'api-service', label: 'API service' })
  .addProcess({ id: 'api-pods', label: 'API pods', icon: 'container', replicas: 3 })
  .addProcess({ id: 'worker-pods', label: 'Worker pods', icon: 'container', replicas: 2 })
  .autoResize()

const controlPlane = cluster.addGroup({ id: 'control-plane', label: 'Control plane' })
controlPlane
  .addProcess({ id: 'api-server', label: 'API server', icon: 'server' })
  .addProcess({ id: 'scheduler', label: 'Scheduler' })
  .addProcess({ id: 'controller-manager', label: 'Controller manager' })
  .addProcess({ id: 'etcd', label: 'etcd', shape: 'cylinder' })
  .autoResize()

const monitoring = cluster.addGroup({ id: 'monitoring', label: 'Monitoring' })
monitoring
  .addProcess({ id: 'prometheus', label: 'Prometheus', icon: 'chart' })
  .addProcess({ id: 'alertmanager', label: 'Alertmanager', icon: 'alert' })
  .autoResize()
cluster.autoResize()

const managed = topology.createGroup('managed', { label: 'Managed' })
managed
  .addProcess({ id: 'postgres', label: 'Postgres', shape: 'cylinder' })
  .addProcess({ id: 'redis', label: 'Redis', icon: 'cache' })
  .addProcess({ id: 'acme-issuer', label: 'ACME issuer', icon: 'key' })
  .autoResize()

topology
  .connect('client', 'dns', { type: 'http', label: 'resolve' })
  .connect('client', 'load-balancer', { type: 'http', label: 'HTTPS' })
  .connect('load-balancer', 'ingress-controller', { type: 'tcp' })
  .connect('ingress-controller', 'frontend-service', { type: 'http' })
  .connect('ingress-controller', 'api-service', { type: 'http' })
  .connect('frontend-service', 'frontend-pods', { type: 'http' })
  .connect('api-service', 'api-pods', { type: 'http' })
  .connect('frontend-pods', 'api-service', { type: 'http' })
  .connect('api-pods', 'postgres', { type: 'tcp' })
  .connect('api-pods', 'redis', { type: 'tcp' })
  .connect('worker-pods', 'redis', { type: 'tcp' })
  .connect('worker-pods', 'postgres', { type: 'tcp' })
  .connect('cert-manager', 'acme-issuer', { type: 'http' })
  .connect('cert-manager', 'api-server', { type: 'http' })
  .connect('external-dns', 'api-server', { type: 'http' })
  .connect('external-dns', 'dns', { type: 'http', label: 'records' })
  .connect('ingress-controller', 'api-server', { type: 'http', label: 'watch' })
  .connect('scheduler', 'api-server', { type: 'http' })
  .connect('controller-manager', 'api-server', { type: 'http' })
  .connect('api-server', 'etcd', { type: 'tcp' })
  .connect('prometheus', 'ingress-controller', { type: 'http', label: 'scrape' })
  .connect('prometheus', 'api-pods', { type: 'http', label: 'scrape' })
  .connect('prometheus', 'worker-pods', { type: 'http', label: 'scrape' })
  .connect('prometheus', 'alertmanager', { type: 'http' })
await topology.apply()
