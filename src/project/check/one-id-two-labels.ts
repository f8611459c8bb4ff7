/** `one-id-two-labels`: finds ids that several diagrams of a project give different labels. */
import type { Place } from '../../files/position.ts'
import { addTo, countsOf, groupedBy } from '../../grouped.ts'
import { labelKey } from '../../text/label-key.ts'
import { forMessage } from '../../text/safe/for-message.ts'
import { oneIdTwoLabels, type RuleSettings, type Severity } from '../../validator/index.ts'
import { nameIn } from '../script/metadata.ts'
import { type CheckedScript, checkedTexts, type Reported } from './check.ts'
import { type PlacedFinding, suppress } from './suppressions.ts'

/** A label that a script gives an id, at its place: the first one in it. */
export interface LabelledId extends Place {
  /** The id behind the namespace of the script. */
  readonly name: string
  readonly id: string
  /** In one line. */
  readonly label: string
}

interface LabelledScript extends Reported {
  readonly labels: readonly LabelledId[]
}

/** A label with its script, among many. */
interface Labelled<Script> {
  readonly labelled: LabelledId
  readonly script: Script
}

/** @param checked a script with its outline; one without draws nothing */
export function givenLabels({ script, outline }: CheckedScript): LabelledId[] {
  const labels = new Map<string, LabelledId>()
  for (const { id, label: text, at } of outline?.nodes ?? []) {
    const label = oneLine(text)
    const name = nameIn(script.metadata, id)
    // Another rule reports an id that one script has twice.
    if (label === '' || labels.has(name)) continue
    const { path, line, column, endLine, endColumn } = script.locate(at)
    labels.set(name, { name, id, label, path, line, column, endLine, endColumn })
  }
  return [...labels.values()]
}

/**
 * Adds the findings to their scripts, where comments can suppress them.
 * @param checked scripts with their labels
 */
export async function compareLabels<Script extends LabelledScript>(
  checked: readonly Script[],
  rules: RuleSettings = {},
): Promise<readonly Script[]> {
  const setting = rules[oneIdTwoLabels.id]
  if (setting === 'off' || checked.length < 2) return checked
  const found = new Map<Script, PlacedFinding[]>()
  for (const labels of differentLabels(checked)) {
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

/** The labels of each name that has several, in the order of the scripts. */
function differentLabels<Script extends LabelledScript>(
  checked: readonly Script[],
): Iterable<Labelled<Script>[]> {
  const first = new Map<string, string>()
  const names = new Set<string>()
  for (const { labels } of checked) {
    for (const { name, label } of labels) {
      const known = first.get(name)
      if (known === undefined) first.set(name, label)
      else if (known !== label) names.add(name)
    }
  }
  const all = new Map<string, Labelled<Script>[]>()
  for (const script of checked) {
    for (const labelled of script.labels)
      if (names.has(labelled.name)) addTo(all, labelled.name, { labelled, script })
  }
  return all.values()
}

interface Difference<Script> {
  readonly script: Script
  readonly finding: PlacedFinding
}

/** Most diagrams are right: each other one has a finding. A label that is only the id says nothing against another one. */
function differencesOf<Script>(
  labels: readonly Labelled<Script>[],
  severity: Severity,
): Difference<Script>[] {
  const named = labels.map(({ labelled }) => labelled).filter(({ label, id }) => label !== id)
  const sameKey = mostCommon(named, ({ label }) => labelKey(label))
  const [usual] = mostCommon(sameKey, ({ label }) => label)
  if (usual === undefined) return []
  const others = labels.filter(({ labelled }) => labelled.label !== usual.label)
  return others.map(({ script, labelled }) => ({
    script,
    finding: findingOf(labelled, usual, severity),
  }))
}

function oneLine(label = ''): string {
  const line = label.replace(/\s+/g, ' ').trim()
  // The same text, so that no copy stays in memory.
  return line === label ? label : line
}

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
  labels: readonly LabelledId[],
  keyOf: (one: LabelledId) => string,
): readonly LabelledId[] {
  const counts = countsOf(labels.map(keyOf))
  const most = Math.max(...counts.values())
  return [...groupedBy(labels, keyOf).values()].find(({ length }) => length === most) ?? []
}

/** @param severity that of different labels */
function findingOf(one: LabelledId, usual: LabelledId, severity: Severity): PlacedFinding {
  const isSpelling = !areOtherThings(one.id, one.label, usual.label)
  return {
    ...placeOf(one),
    rule: oneIdTwoLabels.id,
    severity: isSpelling ? 'hint' : severity,
    message: forMessage(
      `"${one.id}" is "${one.label}" here, but "${usual.label}" in another diagram`,
    ),
    fix: isSpelling ? 'Write the label in the same way.' : FIX,
    related: placeOf(usual),
  }
}

const placeOf = ({ path, line, column, endLine, endColumn }: LabelledId): Place => ({
  path,
  line,
  column,
  endLine,
  endColumn,
})

const FIX =
  'Give the same thing the same label. Another thing needs another id, or its script a `namespace:` in its header.'

async function withFindings<Script extends Reported>(
  checked: Script,
  findings: readonly PlacedFinding[],
): Promise<Script> {
  // The check of the script reported wrong suppressions already.
  const remaining = await suppress(findings, await checkedTexts(checked.script), {
    suppression: 'off',
  })
  const all = [...checked.findings, ...remaining]
  return { ...checked, findings: all.sort((a, b) => a.line - b.line || a.column - b.column) }
}
