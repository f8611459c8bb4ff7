/** All tools, in the order of `tools/list`. */
import type { Tool } from '../tool.ts'
import { createDiagram } from './create-diagram.ts'
import { deleteDiagram } from './delete-diagram.ts'
import { diffDiagram } from './diff-diagram.ts'
import { getDiagram } from './get-diagram.ts'
import { getQuota } from './get-quota.ts'
import { getScriptTemplate } from './get-script-template.ts'
import { listDiagrams } from './list-diagrams.ts'
import { previewDiagram } from './preview-diagram.ts'
import { queryArchitecture } from './query-architecture.ts'
import { searchGalleryTool } from './search-gallery.ts'
import { updateDiagram } from './update-diagram.ts'
import { validateDiagram } from './validate-diagram.ts'

export const tools: readonly Tool[] = [
  getScriptTemplate,
  validateDiagram,
  previewDiagram,
  queryArchitecture,
  listDiagrams,
  getDiagram,
  diffDiagram,
  searchGalleryTool,
  getQuota,
  createDiagram,
  updateDiagram,
  deleteDiagram,
]
