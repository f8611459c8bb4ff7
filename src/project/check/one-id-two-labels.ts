/** `one-id-two-labels`: finds ids that several diagrams of a project give different labels. */
import { addTo, countsOf, groupedBy } from '../../grouped.ts'
import { labelKey } from '../../text/label-key.ts'
import { forMessage } from '../../text/safe/for-message.ts'
import type { OutlinedNode } from '../../topology/index.ts'
import { oneIdTwoLabels, type RuleSettings, type Severity } from '../../validator/index.ts'
import { nameIn } from '../script/metadata.ts'
import { type CheckedScript, checkedTexts } from './check.ts'
import { type PlacedFinding, suppress } from './suppressions.ts'

/** A label that a script gives an id: the first one in it. */
interface Labelled {
  readonly label: string
  readonly node: OutlinedNode
  readonly script: CheckedScript
}

/**
 * Adds the findings to their scripts, where comments can suppress them.
 * @param checked scripts with their outlines; one without draws nothing
 */
export async function compareLabels(
  checked: readonly CheckedScript[],
  rules: RuleSettings = {},
): Promise<readonly CheckedScript[]> {
  const setting = rules[oneIdTwoLabels.id]
  if (setting === 'off' || checked.length < 2) return checked
  const found = new Map<CheckedScript, PlacedFinding[]>()
  for (const labels of labelsByName(checked).values()) {
    for (const { script, finding } of differencesOf(labels, setting ?? oneIdTwoLabels.severity))
      addTo(found, script, finding)
  }
  if (found.size === 0) return checked
  return Promise.all(
    checked.map(async (one) => {
      const findings = found.get(one)
      return findings === undefined ? one : withFindings(one, findings)
    }),
  )
}

/** The labels of each name, in the order of the scripts. */
function labelsByName(checked: readonly CheckedScript[]): Map<string, Labelled[]> {
  const all = new Map<string, Labelled[]>()
  for (const script of checked) {
    for (const node of script.outline?.nodes ?? []) {
      const label = oneLine(node.label)
      if (label === '') continue
      const name = nameIn(script.script.metadata, node.id)
      // Another rule reports an id that one script has twice.
      if (all.get(name)?.at(-1)?.script !== script) addTo(all, name, { label, node, script })
    }
  }
  return all
}

interface Difference {
  readonly script: CheckedScript
  readonly finding: PlacedFinding
}

/** Most diagrams are right: each other one has a finding. A label that is only the id says nothing against another one. */
function differencesOf(labels: readonly Labelled[], severity: Severity): Difference[] {
  const [first] = labels
  if (labels.every(({ label }) => label === first?.label)) return []
  const named = labels.filter((one) => !isIdOnly(one))
  const sameKey = mostCommon(named, ({ label }) => labelKey(label))
  const [usual] = mostCommon(sameKey, ({ label }) => label)
  if (usual === undefined) return []
  const others = labels.filter(({ label }) => label !== usual.label)
  return others.map((one) => ({ script: one.script, finding: findingOf(one, usual, severity) }))
}

const isIdOnly = ({ label, node }: Labelled) => label === node.id

const oneLine = (label = '') => label.replace(/\s+/g, ' ').trim()

/** True if two labels of an id mean different things: not only spelling, and neither is empty or the id. */
export function areOtherThings(id: string, one?: string, other?: string): boolean {
  const meaning = meaningOf(id, one)
  const otherMeaning = meaningOf(id, other)
  return meaning !== '' && otherMeaning !== '' && meaning !== otherMeaning
}

/** Empty for a label that is only the id. */
function meaningOf(id: string, label: string | undefined): string {
  const line = oneLine(label)
  return line === id ? '' : labelKey(line)
}

/** Those with the most common key; the first of several. */
function mostCommon(
  labels: readonly Labelled[],
  keyOf: (one: Labelled) => string,
): readonly Labelled[] {
  const counts = countsOf(labels.map(keyOf))
  const most = Math.max(...counts.values())
  return [...groupedBy(labels, keyOf).values()].find(({ length }) => length === most) ?? []
}

/** @param severity that of different labels */
function findingOf(one: Labelled, usual: Labelled, severity: Severity): PlacedFinding {
  const isSpelling = !areOtherThings(one.node.id, one.label, usual.label)
  return {
    ...one.script.script.locate(one.node.at),
    rule: oneIdTwoLabels.id,
    severity: isSpelling ? 'hint' : severity,
    message: forMessage(
      `"${one.node.id}" is "${one.label}" here, but "${usual.label}" in another diagram`,
    ),
    fix: isSpelling ? 'Write the label in the same way.' : FIX,
    related: usual.script.script.locate(usual.node.at),
  }
}

const FIX =
  'Give the same thing the same label. Another thing needs another id, or its script a `namespace:` in its header.'

async function withFindings(
  checked: CheckedScript,
  findings: readonly PlacedFinding[],
): Promise<CheckedScript> {
  // The check of the script reported wrong suppressions already.
  const remaining = await suppress(findings, await checkedTexts(checked.script), {
    suppression: 'off',
  })
  const all = [...checked.findings, ...remaining]
  return { ...checked, findings: all.sort((a, b) => a.line - b.line || a.column - b.column) }
}
