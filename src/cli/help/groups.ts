/** The groups of `topo --help` and `topo help service`. A command is named as people type it, by its alias. */

export interface CommandGroup {
  readonly title: string
  /** Commands and nouns, such as `script`, which stands for all of its commands. */
  readonly names: readonly string[]
}

/** `topo --help` lists these. */
export const everydayGroups: readonly CommandGroup[] = [
  {
    title: 'EVERY DAY',
    names: ['init', 'new', 'validate', 'status', 'push', 'pull', 'watch', 'publish'],
  },
  { title: 'PICTURES', names: ['preview', 'render', 'diff'] },
  {
    title: 'FIND AND MOVE',
    names: ['convert', 'query', 'rename', 'list', 'show', 'open', 'search', 'import', 'export'],
  },
]

/** `topo --help` only names these; `topo help service` lists them. */
export const otherGroups: readonly CommandGroup[] = [
  {
    title: 'SETUP',
    names: ['login', 'logout', 'doctor', 'config', 'completion', 'explain', 'help'],
  },
  {
    title: 'SERVICE',
    names: [
      'script',
      'unpublish',
      'comments',
      'collections',
      'workspaces',
      'notifications',
      'courses',
      'profile',
      'ai',
      'stats',
      'reminders',
      'report',
      'api',
    ],
  },
  { title: 'ACCOUNT', names: ['whoami', 'quota', 'billing', 'account'] },
  { title: 'TOOLS', names: ['mock', 'lsp', 'mcp'] },
]

/** The examples of `topo --help`. */
export const firstExamples: readonly string[] = [
  'topo init',
  'topo validate',
  'topo push --dry-run',
]
