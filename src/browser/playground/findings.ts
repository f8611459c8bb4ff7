/** Lists findings below the editor. A click moves the cursor to the place. */
import { element, labelled } from '../../render/player/index.ts'
import { countedEach } from '../../text/words.ts'
import type { TextFinding } from '../worker/draw.ts'
import { pageElement } from './page-elements.ts'

export function listFindings(
  findings: readonly TextFinding[],
  choose: (finding: TextFinding) => void,
): void {
  pageElement('#count').textContent =
    findings.length === 0 ? 'No findings' : countedEach(findings.map(({ severity }) => severity))
  const items = findings.map((finding) => findingItem(finding, choose))
  pageElement('#findings ul').replaceChildren(...items)
}

function findingItem(finding: TextFinding, choose: (finding: TextFinding) => void): HTMLElement {
  const { severity, message, fix, rule, line, column } = finding
  const place = labelled(`${line}:${column}`, () => choose(finding))
  place.setAttribute('aria-label', `${line}:${column}, go to this place`)
  return element(
    'li',
    { class: severity },
    element(
      'p',
      {},
      place,
      ' ',
      element('strong', { class: 'severity' }, severity),
      ` ${message}.`,
    ),
    element('p', { class: 'fix' }, `${fix} [${rule}]`),
  )
}
