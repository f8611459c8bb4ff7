/** A document that a client has open, and what is known about it. */
import type { Sheet } from '../../preview/sheet.ts'
import type { CheckParams, OpenCheck } from '../checks/check-open-script.ts'
import type { ScriptNames } from '../checks/script-names.ts'
import type { SharedRun } from '../checks/shared-run.ts'
import type { PlacedText } from './placed-text.ts'

export interface OpenDocument {
  readonly text: PlacedText
  readonly file: string
  readonly realPath: string
  /** Increases with each change of something that its result depends on. */
  epoch: number
  /** The result of its last check, and the epoch of that. */
  check?: OpenCheck
  checkedEpoch?: number
  /** Other files with its slug, in the last search. */
  twins?: CheckParams['twins']
  /** Real paths of its imports, while there is no check. */
  imports?: SharedRun<readonly string[]>
  checking?: SharedRun<OpenCheck>
  /** The names of the current texts. */
  naming?: SharedRun<ScriptNames | undefined>
  /** Names of the last text that ran to its end. */
  lastNames?: ScriptNames
  /** The last drawing, which a panel shows while the text has errors. */
  drawing?: Sheet['drawing']
  /** It is no script of its project, until settings change. */
  isOther?: boolean
}
