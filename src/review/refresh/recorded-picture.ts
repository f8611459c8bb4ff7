/** Draws a picture again as its record says, and compares it with the file. */
import { compareGenerated } from '../../files/generated.ts'
import type { CheckedScript } from '../../project/check/check.ts'
import type { LocalScript } from '../../project/script/load.ts'
import { noSet, type Picture, type StyleSetting } from '../../render/index.ts'
import { type RecordedPicture, readProjectFile } from './find-files.ts'
import { KnownDrawing, outputOf } from './known-drawing.ts'
import { onlyScenarios } from './only-scenarios.ts'
import { type DocumentRequest, earlierPicture, pictureDocument } from './picture-document.ts'
import { inText, recordOf, showsWhatWasWritten, sourceOf } from './picture-record.ts'

export type ComparedPicture = { readonly isCurrent: true } | StalePicture

interface StalePicture {
  readonly isCurrent: false
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
  const { form, choice, isInSet } = record
  const existing = await readProjectFile('replaced', recorded)
  const drawing = await KnownDrawing.of(script, {
    choice,
    form,
    style,
    existing,
    replaced: async () => earlierPicture(form, existing),
    outline: isInSet,
  })
  const request = { form, choice, about: script.content, set: noSet }
  const output = drawing.output(['recorded', outputOf(request)])
  const isUntouched = showsWhatWasWritten(record, existing)
  if (isUntouched && output.isCurrent()) return { isCurrent: true }

  const { picture: whole, checked } = await drawing.result()
  if (whole === undefined) return undefined
  const picture = onlyScenarios(whole, choice.scenario)
  const document = await pictureDocument(picture, request)
  if (!isUntouched || !isSame(recorded, existing, document))
    return { isCurrent: false, picture, checked, request }
  output.keepCurrent()
  return { isCurrent: true }
}

function isSame({ record }: RecordedPicture, existing: Buffer, document: string): boolean {
  if (record.source !== undefined) return sourceOf(record.form, document) === record.source
  const text = inText(document, recordOf(record, document) ?? '')
  return compareGenerated(existing, text).state === 'current'
}
