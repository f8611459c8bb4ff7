/** The blocks of a sequence diagram: what happens in each course of events. */
import type { DrawnScenario, DrawnStep } from '../drawing/drawing.ts'

/** A step, or a block of them. */
export type SequenceItem =
  | { readonly step: DrawnStep; readonly block?: undefined }
  | { readonly block: SequenceBlock; readonly step?: undefined }

export interface SequenceBlock {
  /** In lower case: `alt`, `opt`, `loop` and so on. */
  readonly word: string
  readonly branches: SequenceBranch[]
}

export interface SequenceBranch {
  /** The word that starts it: that of the block, `else`, `and` or `option`. */
  readonly word: string
  /** The words behind it. */
  readonly condition: string
  readonly items: SequenceItem[]
}

/** One course of events. */
interface Course {
  readonly conditions: readonly string[]
  readonly steps: readonly DrawnStep[]
  /** True if nothing follows, because `break` was taken. */
  readonly isEnded: boolean
}

/** More courses are one scenario, in which messages name the conditions. */
const MOST_SCENARIOS = 8
const LONGEST_TITLE = 120

const EMPTY: Course = { conditions: [], steps: [], isEnded: false }

/** @param title that of a single scenario */
export function coursesAsScenarios(items: readonly SequenceItem[], title: string): DrawnScenario[] {
  const courses = countOf(items) > MOST_SCENARIOS ? [wholeCourse(items)] : coursesOf(items)
  const filled = courses.filter(({ steps }) => steps.length > 0)
  if (filled.length === 1) return [{ id: 'sequence', title, steps: filled[0]?.steps ?? [] }]
  return filled.map(({ conditions, steps }) => {
    const name = conditions.join(', ').slice(0, LONGEST_TITLE) || title
    return { id: name, title: name, steps }
  })
}

/** How many courses there are; they multiply, so they are counted before they are made. */
function countOf(items: readonly SequenceItem[]): number {
  let count = 1
  for (const { block } of items) {
    if (block !== undefined) count *= countOfBlock(block)
    if (count > MOST_SCENARIOS) return count
  }
  return count
}

function countOfBlock(block: SequenceBlock): number {
  const counts = block.branches.map(({ items }) => countOf(items))
  const isChoice = kindOf(block) !== 'sequence'
  const counted = isChoice ? counts.reduce((sum, count) => sum + count, 0) : product(counts)
  return kindOf(block) === 'option' ? counted + 1 : counted
}

const product = (counts: readonly number[]): number =>
  counts.reduce((result, count) => Math.min(result * count, MOST_SCENARIOS + 1), 1)

/** In a choice one branch happens, in an option perhaps none, in a handling the first and perhaps another, in a sequence all. */
function kindOf({ word, branches }: SequenceBlock): 'choice' | 'option' | 'handling' | 'sequence' {
  if (word === 'critical') return branches.length > 1 ? 'handling' : 'sequence'
  if (word === 'alt' && branches.length > 1) return 'choice'
  return ['alt', 'opt', 'break'].includes(word) ? 'option' : 'sequence'
}

function coursesOf(items: readonly SequenceItem[]): Course[] {
  let courses: Course[] = [EMPTY]
  for (const item of items) {
    const next = item.block ? coursesOfBlock(item.block) : [{ ...EMPTY, steps: [item.step] }]
    courses = courses.flatMap((course) => (course.isEnded ? course : joinedWith(course, next)))
  }
  return courses
}

const joinedWith = (course: Course, all: readonly Course[]): Course[] =>
  all.map((next) => ({
    conditions: [...course.conditions, ...next.conditions],
    steps: [...course.steps, ...next.steps],
    isEnded: next.isEnded,
  }))

function coursesOfBlock(block: SequenceBlock): Course[] {
  const { word, branches } = block
  const [first] = branches
  if (first === undefined) return [EMPTY]
  switch (kindOf(block)) {
    case 'choice':
      return branches.flatMap(coursesOfBranch)
    case 'option': {
      const taken = coursesOfBranch(first, 0).map((course) => ({
        ...course,
        isEnded: course.isEnded || word === 'break',
      }))
      return [...taken, { ...EMPTY, conditions: [`Not: ${nameOf(first, 0)}`] }]
    }
    case 'handling': {
      const [main, ...options] = branches
      const before = coursesOf(main?.items ?? [])
      return [
        ...coursesOfBranch(first, 0),
        ...options.flatMap((option, index) =>
          before.flatMap((course) => joinedWith(course, coursesOfBranch(option, index + 1))),
        ),
      ]
    }
    case 'sequence':
      return coursesOf(branches.flatMap(announced))
  }
}

const coursesOfBranch = (branch: SequenceBranch, index: number): Course[] =>
  coursesOf(branch.items).map((course) => ({
    ...course,
    conditions: [nameOf(branch, index), ...course.conditions],
  }))

const nameOf = ({ condition }: SequenceBranch, index: number): string =>
  condition || `Branch ${index + 1}`

/** All steps, one after the other; messages name the conditions. */
const wholeCourse = (items: readonly SequenceItem[]): Course => ({
  ...EMPTY,
  steps: items.flatMap(({ step, block }): readonly DrawnStep[] =>
    block === undefined ? [step] : wholeCourse(block.branches.flatMap(announced)).steps,
  ),
})

/** A branch behind a message that says what it is; a coloured background says nothing. */
function announced({ word, condition, items }: SequenceBranch): readonly SequenceItem[] {
  const start = firstStep(items)?.from
  if (start === undefined || word === 'rect') return items
  const message = condition === '' ? word : `${word}: ${condition}`
  return [{ step: { from: start, to: start, message } }, ...items]
}

function firstStep(items: readonly SequenceItem[]): DrawnStep | undefined {
  for (const { step, block } of items) {
    const found = step ?? firstStep(block?.branches.flatMap((branch) => branch.items) ?? [])
    if (found !== undefined) return found
  }
  return undefined
}
