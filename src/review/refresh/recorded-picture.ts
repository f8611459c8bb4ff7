/** Draws a picture again as its record says, and compares it with the file. */
import { compareGenerated } from '../../files/generated.ts'
import type { CheckedScript } from '../../project/check/check.ts'
import type { LocalScript } from '../../project/script/load.ts'
import { noSet, type Picture, type StyleSetting } from '../../render/index.ts'
import { drawScript } from '../draw-scripts.ts'
import { type RecordedPicture, readProjectFile } from './find-files.ts'
import { drawOptionsOf } from './picture-choice.ts'
import {
  type DocumentRequest,
  earlierPicture,
  onlyScenarios,
  pictureDocument,
} from './picture-document.ts'
import { hashOf, inSvg, recordOf } from './picture-record.ts'

export interface ComparedPicture {
  readonly isCurrent: boolean
  /** The content that the file has to have. */
  readonly picture: Picture
  /** With its outline, for a picture of a set. */
  readonly checked: CheckedScript
  readonly request: DocumentRequest
}

/**
 * Undefined for a script with errors.
 * @param style that of the project
 * @throws KnownError if the picture cannot be drawn any more, such as that of a scenario that is gone
 */
export async function compareRecorded(
  recorded: RecordedPicture,
  script: LocalScript,
  style: StyleSetting | undefined,
): Promise<ComparedPicture | undefined> {
  const { record } = recorded
  const { form, choice, source } = record
  const existing = await readProjectFile('replaced', recorded)
  const replaced = earlierPicture(form, existing)
  const options = drawOptionsOf(choice, { style, form, replaced })
  const drawn = await drawScript(script, { ...options, outline: record.isInSet })
  if (drawn.picture === undefined) return undefined

  const picture = onlyScenarios(drawn.picture, choice.scenario)
  const request = { form, choice, about: script.content, set: noSet }
  const document = await pictureDocument(picture, request)
  const compared = { picture, request, checked: drawn.checked }
  if (source !== undefined) return { ...compared, isCurrent: hashOf(document) === source }
  const text = inSvg(document, recordOf(record, document) ?? '')
  return { ...compared, isCurrent: compareGenerated(existing, text).state === 'current' }
}
