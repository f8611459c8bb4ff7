/** Shows one script: picture, findings, readme and text description. */

import { element, linked, type Player, parsedSvg } from '../../render/player/index.ts'
import { counted, joined } from '../../text/words.ts'
import type { Sheet, SheetFinding } from '../sheet.ts'
import { sourceLinks } from './source-links.ts'

/** @throws Error if the page lacks the element. */
export function getElement(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`missing element: ${selector}`)
  return found
}

/** @param missing what the address names, and is not here */
export function showSheet(sheet: Sheet | undefined, player: Player, missing?: string): void {
  const { title, path, description = '', drawing, findings = [], readme = null } = sheet ?? {}
  document.title = title === undefined ? 'topo preview' : `${title} – topo preview`
  getElement('#title').textContent = title ?? 'topo preview'
  getElement('#path').textContent = path ?? ''
  getElement('#about').replaceChildren(...linked(description))
  showNotice(sheet, missing)
  getElement('.player').hidden = !drawing
  if (drawing) player.show(drawing.picture, parsedSvg(drawing.svg), sourceLinks(drawing))
  showFindings(findings)
  showReadme(readme)
  getElement('#words').textContent = drawing?.words ?? ''
  panel('#words').hidden = !drawing
}

export function showNotice(sheet: Sheet | undefined, missing: string | undefined): void {
  const notice = getElement('#notice')
  const said = joined(
    ' ',
    missing !== undefined && `There is no script “${missing}”.`,
    noticeOf(sheet),
  )
  notice.hidden = said === ''
  if (notice.textContent !== said) notice.textContent = said
}

function noticeOf(sheet: Sheet | undefined): string {
  if (!sheet) return 'No scripts found.'
  const { drawing } = sheet
  if (!drawing) return 'Nothing to draw yet. Fix the errors first.'
  return drawing.isStale ? 'The script has errors. This is the last valid picture.' : ''
}

function showFindings(findings: readonly SheetFinding[]): void {
  const count = getElement('#count')
  const counts = ['error', 'warning', 'hint'].flatMap((severity) => {
    const number = findings.filter((finding) => finding.severity === severity).length
    return number === 0 ? [] : [counted(number, severity)]
  })
  const said = counts.length === 0 ? 'No findings' : counts.join(', ')
  if (count.textContent !== said) count.textContent = said
  getElement('#findings ul').replaceChildren(...findings.map(findingItem))
}

const findingItem = ({ severity, rule, place, message, fix }: SheetFinding): HTMLElement =>
  element(
    'li',
    { class: severity },
    element('p', {}, element('span', { class: `severity ${severity}` }, severity), ` ${message}`),
    element('p', { class: 'place' }, `${place} · ${rule}`),
    element('p', { class: 'fix' }, fix),
  )

/** @param html safe: the server renders Markdown and drops raw HTML */
function showReadme(html: string | null): void {
  const readme = getElement('#readme')
  const { body } = new DOMParser().parseFromString(html ?? '', 'text/html')
  for (const link of body.querySelectorAll('a')) link.rel = 'noreferrer'
  readme.replaceChildren(...body.childNodes)
  panel('#readme').hidden = html === null
}

const panel = (inside: string): HTMLElement =>
  getElement(inside).parentElement ?? getElement('aside')
