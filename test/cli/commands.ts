/** Lists a call of each command that talks to the service, for stories about all of them. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { script } from './topo.ts'

/** A script and a comment of the deployment. */
export const scriptId = '0f1e2d3c-4b5a-4678-8a9b-0c1d2e3f4a5b'
export const commentId = '1a2b3c4d-5e6f-4a1b-8c2d-3e4f5a6b7c8d'

/** Words by command; a command may have several calls. */
const calls: Record<string, string[][]> = {
  'account:delete': [['account', 'delete', '--confirm', 'mallory']],
  'ai:usage': [['ai', 'usage']],
  api: [
    ['api', '/v1/quota/me'],
    ['api', 'POST', '/v1/collections', '--field', 'name=x'],
  ],
  'billing:bundles': [['billing', 'bundles']],
  'billing:buy': [['billing', 'buy', 'kafka-cases']],
  'billing:cancel': [['billing', 'cancel']],
  'billing:promo': [['billing', 'promo', 'SAVE20', '--plan', 'pro-month']],
  'billing:resume': [['billing', 'resume']],
  'billing:revoke-consent': [['billing', 'revoke-consent']],
  'billing:show': [['billing', 'show']],
  'billing:status': [['billing', 'status']],
  'billing:subscribe': [
    ['billing', 'subscribe', 'pro-month', '--accept-recurring', '--policy-version', '2026-01'],
  ],
  'collections:add': [['collections', 'add', 'museum', 'odd']],
  'collections:create': [['collections', 'create', 'New']],
  'collections:list': [['collections', 'list']],
  'collections:remove': [['collections', 'remove', 'museum', 'odd']],
  'comments:add': [['comments', 'add', 'odd', 'Which region is this?']],
  'comments:delete': [['comments', 'delete', commentId]],
  'comments:list': [['comments', 'list', 'odd']],
  'courses:show': [['courses', 'show', 'first-steps']],
  doctor: [['doctor'], ['doctor', '--service'], ['doctor', '--service', '--write']],
  login: [['login', '--with-key']],
  'notifications:list': [['notifications', 'list']],
  'notifications:read': [['notifications', 'read']],
  'profile:show': [['profile', 'show', 'mallory']],
  quota: [['quota']],
  reminders: [
    ['reminders'],
    ['reminders', '--pause'],
    ['reminders', '--days', 'monday', '--time', '08:30'],
  ],
  report: [['report', 'odd', '--reason', 'It shows internal host names']],
  'script:delete': [
    ['script', 'delete', 'odd'],
    ['script', 'delete', '--drafts', 'pr-7'],
  ],
  'script:diff': [['script', 'diff', 'odd.topology.js']],
  'script:export': [['script', 'export', 'out']],
  'script:import': [['script', 'import', 'odd.topology.js']],
  'script:list': [['script', 'list']],
  'script:open': [['script', 'open', 'odd']],
  'script:pin': [['script', 'pin', 'odd']],
  'script:publish': [['publish', 'odd']],
  'script:pull': [['pull'], ['pull', '--merge'], ['pull', 'odd', '--force']],
  'script:push': [
    ['push'],
    ['push', 'new.topology.js'],
    ['push', '--dry-run'],
    ['push', '--plan-out', 'push.plan.json'],
  ],
  // A slug would be resolved to a local file.
  'script:render': [['script', 'render', scriptId, '-o', '-']],
  'script:restore': [['script', 'restore', 'odd', '1']],
  'script:search': [
    ['script', 'search', 'odd'],
    ['script', 'search', '--by', 'mallory'],
  ],
  'script:share': [['script', 'share', 'odd']],
  'script:show': [
    ['script', 'show', 'odd'],
    ['script', 'show', 'https://example.com/v1/share/st-1'],
  ],
  'script:star': [['script', 'star', 'odd']],
  'script:status': [['status']],
  'script:unpin': [['script', 'unpin', 'odd']],
  'script:unpublish': [['script', 'unpublish', 'odd']],
  'script:thumbnail': [['script', 'thumbnail', 'odd']],
  'script:unshare': [['script', 'unshare', 'odd']],
  'script:unstar': [['script', 'unstar', 'odd']],
  'script:validate': [['validate', 'new.topology.js', '--remote', '--yes']],
  'script:versions': [['script', 'versions', 'odd']],
  stats: [['stats']],
  whoami: [['whoami']],
  'workspaces:create': [['workspaces', 'create', 'New']],
  'workspaces:delete': [['workspaces', 'delete', 'crew']],
  'workspaces:invite': [['workspaces', 'invite', 'crew', 'mallory']],
  'workspaces:list': [['workspaces', 'list']],
  'workspaces:members': [['workspaces', 'members', 'crew']],
  'workspaces:show': [['workspaces', 'show', 'crew']],
  'workspaces:transfer': [['workspaces', 'transfer', 'crew', 'mallory']],
}

/** Commands that send no request or do not exit by themselves. */
const others = [
  ...'completion completion:complete explain help init logout lsp mcp preview'.split(' '),
  ...'config:get config:list config:set config:unset mock:exec mock:openapi mock:start'.split(' '),
  ...'script:convert script:new script:query script:rename script:review script:watch'.split(' '),
]

const manifest = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../../oclif.manifest.json'), 'utf8'),
) as { commands: Record<string, object> }

export const commandIds = Object.keys(manifest.commands)

/** Commands of the manifest without a call: add them above. */
export const unknownCommands = commandIds.filter((id) => !calls[id] && !others.includes(id))

/** Calls of all existing commands. */
export const serviceCalls: readonly { id: string; argv: string[] }[] = commandIds.flatMap((id) =>
  (calls[id] ?? []).map((argv) => ({ id, argv })),
)

/** Files in the folder of each command. */
export const files = { 'odd.topology.js': script('odd'), 'new.topology.js': script('new') }
