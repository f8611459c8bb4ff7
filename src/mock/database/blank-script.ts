/** Fields of a new script that nobody gave. */
import type { ScriptRow } from './rows.ts'

export const blankScript = {
  workspaceId: null,
  category: null,
  readme: null,
  shareToken: null,
  description: '',
  type: 'topology',
  tags: [],
  section: 'explore',
  accessTier: 'free',
  engineVersion: '1.0',
  viewCount: 0,
} satisfies Partial<ScriptRow>
