/*---
description: Two floors, a server room and the way out
---*/
const topology = new TopologyBuilder(true)

topology.createProcess({ id: 'internet', label: 'Internet', icon: 'globe', external: true })
topology.createProcess({ id: 'branch-office', label: 'Branch office', icon: 'cloud', external: true })

const perimeter = topology.createGroup('perimeter', { label: 'Perimeter' })
perimeter
  .addProcess({ id: 'edge-router', label: 'Edge router', icon: 'router' })
  .addProcess({ id: 'firewall-a', label: 'Firewall A', icon: 'firewall' })
  .addProcess({ id: 'firewall-b', label: 'Firewall B', icon: 'firewall' })
  .addProcess({ id: 'vpn-gateway', label: 'VPN gateway', icon: 'lock' })
  .autoResize()

const dmz = topology.createGroup('dmz', { label: 'DMZ' })
dmz
  .addProcess({ id: 'reverse-proxy', label: 'Reverse proxy', icon: 'server' })
  .addProcess({ id: 'mail-relay', label: 'Mail relay', icon: 'mail' })
  .autoResize()

const core = topology.createGroup('core', { label: 'Core' })
core
  .addProcess({ id: 'core-switch-a', label: 'Core switch A', icon: 'router' })
  .addProcess({ id: 'core-switch-b', label: 'Core switch B', icon: 'router' })
  .autoResize()

const floor1 = topology.createGroup('floor-1', { label: 'Floor 1' })
floor1
  .addProcess({ id: 'access-switch-1', label: 'Access switch 1', icon: 'router' })
  .addProcess({ id: 'phones-1', label: 'Phones 1', icon: 'mobile' })
  .addProcess({ id: 'desks-1', label: 'Desks 1', icon: 'monitor' })
  .addProcess({ id: 'wi-fi-1', label: 'Wi-Fi 1', icon: 'globe' })
  .autoResize()

const floor2 = topology.createGroup('floor-2', { label: 'Floor 2' })
floor2
  .addProcess({ id: 'access-switch-2', label: 'Access switch 2', icon: 'router' })
  .addProcess({ id: 'phones-2', label: 'Phones 2', icon: 'mobile' })
  .addProcess({ id: 'desks-2', label: 'Desks 2', icon: 'monitor' })
  .addProcess({ id: 'wi-fi-2', label: 'Wi-Fi 2', icon: 'globe' })
  .autoResize()

const serverRoom = topology.createGroup('server-room', { label: 'Server room' })
serverRoom
  .addProcess({ id: 'top-of-rack-switch', label: 'Top-of-rack switch', icon: 'router' })
  .newRow()
  .addProcess({ id: 'directory', label: 'Directory', icon: 'user' })
  .addProcess({ id: 'file-server', label: 'File server', icon: 'hard-drive' })
  .addProcess({ id: 'backup', label: 'Backup', icon: 'storage' })
  .addProcess({ id: 'intranet', label: 'Intranet', icon: 'server' })
  .autoResize()

topology
  .connect('internet', 'edge-router', { type: 'tcp' })
  .connect('branch-office', 'vpn-gateway', { type: 'tcp', label: 'IPsec' })
  .connect('internet', 'vpn-gateway', { type: 'tcp' })
  .connect('edge-router', 'firewall-a', { type: 'tcp' })
  .connect('edge-router', 'firewall-b', { type: 'tcp' })
  .connect('firewall-a', 'firewall-b', { type: 'tcp', label: 'heartbeat' })
  .connect('firewall-a', 'core-switch-a', { type: 'tcp' })
  .connect('firewall-b', 'core-switch-b', { type: 'tcp' })
  .connect('firewall-a', 'reverse-proxy', { type: 'tcp' })
  .connect('firewall-a', 'mail-relay', { type: 'tcp' })
  .connect('vpn-gateway', 'core-switch-a', { type: 'tcp' })
  .connect('core-switch-a', 'core-switch-b', { type: 'tcp' })
  .connect('core-switch-a', 'access-switch-1', { type: 'tcp' })
  .connect('core-switch-a', 'access-switch-2', { type: 'tcp' })
  .connect('core-switch-a', 'top-of-rack-switch', { type: 'tcp' })
  .connect('core-switch-b', 'access-switch-1', { type: 'tcp' })
  .connect('core-switch-b', 'access-switch-2', { type: 'tcp' })
  .connect('core-switch-b', 'top-of-rack-switch', { type: 'tcp' })
  .connect('access-switch-1', 'phones-1', { type: 'tcp' })
  .connect('access-switch-1', 'desks-1', { type: 'tcp' })
  .connect('access-switch-1', 'wi-fi-1', { type: 'tcp' })
  .connect('access-switch-2', 'phones-2', { type: 'tcp' })
  .connect('access-switch-2', 'desks-2', { type: 'tcp' })
  .connect('access-switch-2', 'wi-fi-2', { type: 'tcp' })
  .connect('top-of-rack-switch', 'directory', { type: 'tcp' })
  .connect('top-of-rack-switch', 'file-server', { type: 'tcp' })
  .connect('top-of-rack-switch', 'intranet', { type: 'tcp' })
  .connect('file-server', 'backup', { type: 'tcp' })
  .connect('reverse-proxy', 'intranet', { type: 'http' })
await topology.apply()
