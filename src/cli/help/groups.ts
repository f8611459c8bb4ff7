/** The groups of `topo --help`: what one does first comes first. A command is named as people type it, by its alias. */

export interface CommandGroup {
  readonly title: string
  /** Commands and nouns, such as `script`, which stands for all of its commands. */
  readonly names: readonly string[]
}

export const commandGroups: readonly CommandGroup[] = [
  { title: 'START', names: ['init', 'new', 'login', 'doctor', 'completion'] },
  { title: 'EVERY DAY', names: ['validate', 'status', 'push', 'pull', 'watch', 'publish', 'unpublish'] },
  { title: 'PICTURES', names: ['render', 'diff', 'preview'] },
  { title: 'FIND AND MOVE', names: ['list', 'show', 'open', 'search', 'import', 'export'] },
  {
    title: 'SERVICE',
    names: [
      'script',
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
  { title: 'ACCOUNT', names: ['whoami', 'quota', 'logout', 'config', 'billing', 'account'] },
  { title: 'LOCAL SERVICE', names: ['mock'] },
  { title: 'MORE', names: ['lsp', 'mcp', 'explain', 'help'] },
]

/** The examples of `topo --help`. */
export const firstExamples: readonly string[] = ['topo init', 'topo validate', 'topo push --dry-run']
