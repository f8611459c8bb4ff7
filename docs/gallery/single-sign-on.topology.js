/*---
name: Single sign-on
description: One login for people, applications and machines
---*/
const topology = new TopologyBuilder(true)

topology.createProcess({ id: 'employee', label: 'Employee', icon: 'user', external: true })
topology.createProcess({ id: 'partner', label: 'Partner', icon: 'user', external: true })

const identityProvider = topology.createGroup('identity-provider', { label: 'Identity provider' })
identityProvider
  .addProcess({ id: 'login-page', label: 'Login page', icon: 'browser' })
  .addProcess({ id: 'token-service', label: 'Token service', icon: 'key' })
  .newRow()
  .addProcess({ id: 'second-factor', label: 'Second factor', icon: 'mobile' })
  .addProcess({ id: 'sessions', label: 'Sessions', icon: 'cache' })
  .addProcess({ id: 'policies', label: 'Policies', icon: 'shield' })
  .autoResize()

const directories = topology.createGroup('directories', { label: 'Directories' })
directories
  .addProcess({ id: 'directory', label: 'Directory', shape: 'cylinder' })
  .addProcess({ id: 'hr-system', label: 'HR system', icon: 'user' })
  .addProcess({ id: 'partner-provider', label: 'Partner provider', icon: 'cloud', external: true })
  .autoResize()

const applications = topology.createGroup('applications', { label: 'Applications' })
applications
  .addProcess({ id: 'wiki', label: 'Wiki', icon: 'browser' })
  .addProcess({ id: 'payroll', label: 'Payroll', icon: 'browser' })
  .addProcess({ id: 'source-code', label: 'Source code', icon: 'code' })
  .autoResize()

const platform = topology.createGroup('platform', { label: 'Platform' })
platform
  .addProcess({ id: 'api-gateway', label: 'API gateway', icon: 'api' })
  .addProcess({ id: 'orders-api', label: 'Orders API' })
  .addProcess({ id: 'reports-api', label: 'Reports API' })
  .addProcess({ id: 'workload-identity', label: 'Workload identity', icon: 'server' })
  .autoResize()

const audit = topology.createGroup('audit', { label: 'Audit' })
audit
  .addProcess({ id: 'audit-log', label: 'Audit log', shape: 'cylinder' })
  .addProcess({ id: 'anomaly-detection', label: 'Anomaly detection', icon: 'alert' })
  .autoResize()

topology
  .connect('employee', 'wiki', { type: 'http' })
  .connect('employee', 'payroll', { type: 'http' })
  .connect('employee', 'source-code', { type: 'http' })
  .connect('partner', 'wiki', { type: 'http' })
  .connect('wiki', 'login-page', { type: 'http', label: 'redirect' })
  .connect('payroll', 'login-page', { type: 'http', label: 'redirect' })
  .connect('source-code', 'login-page', { type: 'http', label: 'redirect' })
  .connect('login-page', 'second-factor', { type: 'http' })
  .connect('login-page', 'policies', { type: 'http' })
  .connect('login-page', 'sessions', { type: 'tcp' })
  .connect('login-page', 'directory', { type: 'tcp', label: 'LDAP' })
  .connect('login-page', 'partner-provider', { type: 'http', label: 'federate' })
  .connect('hr-system', 'directory', { type: 'http', label: 'provision' })
  .connect('login-page', 'token-service', { type: 'http' })
  .connect('wiki', 'token-service', { type: 'http' })
  .connect('payroll', 'api-gateway', { type: 'http', label: 'token' })
  .connect('api-gateway', 'token-service', { type: 'http', label: 'keys' })
  .connect('api-gateway', 'orders-api', { type: 'http' })
  .connect('api-gateway', 'reports-api', { type: 'http' })
  .connect('workload-identity', 'token-service', { type: 'http' })
  .connect('reports-api', 'workload-identity', { type: 'http' })
  .connect('reports-api', 'orders-api', { type: 'http' })
  .connect('login-page', 'audit-log', { type: 'pulse' })
  .connect('token-service', 'audit-log', { type: 'pulse' })
  .connect('audit-log', 'anomaly-detection', { type: 'pulse' })
  .connect('anomaly-detection', 'sessions', { type: 'http', label: 'revoke' })
await topology.apply()
