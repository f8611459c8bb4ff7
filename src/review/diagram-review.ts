/** The review of one diagram, as data. */
import type { Change } from '../diff/index.ts'
import type { CheckedScript } from '../project/check/check.ts'
import type { ScriptContent } from '../project/script/content.ts'
import type { Picture } from '../render/index.ts'
import type { ComparisonPage } from '../render/page/index.ts'

export type ReviewKind = 'added' | 'removed' | 'changed' | 'renamed'

export interface DiagramReview {
  /** Relative to the project root. */
  path: string
  change: ReviewKind
  /** The path before, of a file that was renamed. */
  was?: string
  /** Nodes and connections; null if a version cannot be drawn. */
  counts: { added: number; removed: number; changed: number } | null
  /** Findings in the version after. */
  errorCount: number
  warningCount: number
  /** Nodes whose id is gone, and other diagrams that draw it: all are counted, the first are named. */
  elsewhere: { id: string; now?: string; count: number; paths: string[] }[]
  /** Changes of the drawing and of the metadata, one line each. */
  words: { change: Change['change']; text: string }[]
  /** Parts that cannot be shown and why, and findings, one sentence each. */
  notes: string[]
  /** Mermaid flowchart with additions and removals in colours; null if no diagram can be drawn. */
  mermaid: string | null
  /** Mermaid sequence diagrams of new and changed scenarios. */
  sequences: { title: string; mermaid: string }[]
  /** Unified diff of the text; empty if unchanged. */
  patch: string
  /** Share URL of its private draft on the service. */
  draft?: string
  /** File names in the review folder. */
  pictures: { [picture in keyof ReviewPictures]?: string }
  /** File name of the page in the review folder that compares both versions. */
  page?: string
}

/** Absent pictures cannot be drawn. */
export interface ReviewPictures {
  before?: Picture
  after?: Picture
  /** Both versions in one picture, with each part marked as added, removed or changed. */
  changes?: Picture
}

export interface ReviewResult {
  review: DiagramReview
  /** Content that would be sent now; undefined for a removed script. */
  content: ScriptContent | undefined
  /** Findings in the version after. */
  findings: CheckedScript['findings']
  /** Ids of nodes that were removed, or renamed to another. */
  gone: { id: string; now?: string }[]
  pictures: ReviewPictures
  /** Undefined unless both versions can be drawn. */
  page?: ComparisonPage
}

/** A review without details: only that the script changed. */
export const emptyReview = (path: string, change: ReviewKind): DiagramReview => ({
  path,
  change,
  counts: null,
  errorCount: 0,
  warningCount: 0,
  elsewhere: [],
  words: [],
  notes: [],
  mermaid: null,
  sequences: [],
  patch: '',
  pictures: {},
})
