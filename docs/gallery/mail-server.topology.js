/*---
description: Mail comes in, is checked, is stored, and goes out
---*/
const topology = new TopologyBuilder(true)

topology.createProcess({ id: 'internet', label: 'Internet', icon: 'globe', external: true })
topology.createProcess({ id: 'mail-program', label: 'Mail program', icon: 'mail', external: true })
topology.createProcess({ id: 'webmail', label: 'Webmail', icon: 'browser' })

const incoming = topology.createGroup('incoming', { label: 'Incoming' })
incoming
  .addProcess({ id: 'smtp-server', label: 'SMTP server', icon: 'server' })
  .addProcess({ id: 'block-lists', label: 'Block lists', icon: 'firewall' })
  .addProcess({ id: 'greylisting', label: 'Greylisting', icon: 'clock' })
  .autoResize()

const filter = topology.createGroup('filter', { label: 'Filter' })
filter
  .addProcess({ id: 'spam-filter', label: 'Spam filter', icon: 'shield' })
  .addProcess({ id: 'virus-scanner', label: 'Virus scanner', icon: 'shield' })
  .addProcess({ id: 'signature-check', label: 'Signature check', icon: 'key' })
  .addProcess({ id: 'filter-cache', label: 'Filter cache', icon: 'cache' })
  .autoResize()

const delivery = topology.createGroup('delivery', { label: 'Delivery' })
delivery
  .addProcess({ id: 'queue', label: 'Queue', icon: 'queue', shape: 'parallelogram' })
  .addProcess({ id: 'local-delivery', label: 'Local delivery' })
  .addProcess({ id: 'sieve-rules', label: 'Sieve rules' })
  .addProcess({ id: 'mailing-lists', label: 'Mailing lists' })
  .autoResize()

const storage = topology.createGroup('storage', { label: 'Storage' })
storage
  .addProcess({ id: 'mailboxes', label: 'Mailboxes', icon: 'storage' })
  .addProcess({ id: 'index', label: 'Index', shape: 'cylinder' })
  .addProcess({ id: 'accounts', label: 'Accounts', icon: 'user' })
  .addProcess({ id: 'backup', label: 'Backup', icon: 'hard-drive' })
  .autoResize()

const access = topology.createGroup('access', { label: 'Access' })
access
  .addProcess({ id: 'imap-server', label: 'IMAP server', icon: 'server' })
  .addProcess({ id: 'submission', label: 'Submission', icon: 'server' })
  .addProcess({ id: 'calendar', label: 'Calendar' })
  .autoResize()

const outgoing = topology.createGroup('outgoing', { label: 'Outgoing' })
outgoing
  .addProcess({ id: 'signer', label: 'Signer', icon: 'key' })
  .addProcess({ id: 'relay', label: 'Relay', icon: 'router' })
  .autoResize()

topology
  .connect('internet', 'smtp-server', { type: 'tcp' })
  .connect('smtp-server', 'block-lists', { type: 'http' })
  .connect('smtp-server', 'greylisting', { type: 'http' })
  .connect('smtp-server', 'spam-filter', { type: 'tcp' })
  .connect('spam-filter', 'virus-scanner', { type: 'tcp' })
  .connect('spam-filter', 'signature-check', { type: 'http' })
  .connect('spam-filter', 'filter-cache', { type: 'tcp' })
  .connect('smtp-server', 'queue', { type: 'tcp' })
  .connect('queue', 'local-delivery', { type: 'tcp' })
  .connect('queue', 'mailing-lists', { type: 'tcp' })
  .connect('local-delivery', 'sieve-rules', { type: 'http' })
  .connect('local-delivery', 'mailboxes', { type: 'tcp' })
  .connect('local-delivery', 'accounts', { type: 'tcp' })
  .connect('mailboxes', 'index', { type: 'tcp' })
  .connect('mailboxes', 'backup', { type: 'tcp' })
  .connect('mail-program', 'imap-server', { type: 'tcp' })
  .connect('mail-program', 'submission', { type: 'tcp' })
  .connect('webmail', 'imap-server', { type: 'tcp' })
  .connect('webmail', 'submission', { type: 'tcp' })
  .connect('webmail', 'calendar', { type: 'http' })
  .connect('imap-server', 'mailboxes', { type: 'tcp' })
  .connect('imap-server', 'accounts', { type: 'tcp' })
  .connect('submission', 'accounts', { type: 'tcp' })
  .connect('submission', 'signer', { type: 'http' })
  .connect('signer', 'queue', { type: 'tcp' })
  .connect('queue', 'relay', { type: 'tcp' })
  .connect('relay', 'internet', { type: 'tcp' })
  .connect('calendar', 'accounts', { type: 'tcp' })
await topology.apply()
