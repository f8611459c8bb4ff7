/** The features of the server, in the order of its documentation. */
import { codeActions } from './code-actions.ts'
import type { Feature } from './feature.ts'
import { previewPanel } from './preview-panel.ts'

export const features: readonly Feature[] = [codeActions, previewPanel]
