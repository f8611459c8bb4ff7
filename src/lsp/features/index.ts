/** The features of the server, in the order of its documentation. */
import { codeActions } from './code-actions.ts'
import { codeLenses } from './code-lenses.ts'
import { completion } from './completion.ts'
import { definition } from './definition.ts'
import { documentColors } from './document-colors.ts'
import { documentLinks } from './document-links.ts'
import { documentOutline } from './document-outline.ts'
import type { Feature } from './feature.ts'
import { folding } from './folding.ts'
import { hover } from './hover.ts'
import { previewPanel } from './preview-panel.ts'
import { references } from './references.ts'
import { rename } from './rename.ts'
import { signatureHelp } from './signature-help.ts'
import { workspaceSymbols } from './workspace-symbols.ts'

export const features: readonly Feature[] = [
  codeActions,
  completion,
  signatureHelp,
  definition,
  references,
  rename,
  hover,
  documentOutline,
  workspaceSymbols,
  folding,
  documentLinks,
  documentColors,
  codeLenses,
  previewPanel,
]
