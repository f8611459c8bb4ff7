/** Reads what a flowchart of Mermaid says about one node. */
import type { DrawnNode } from '../drawing/drawing.ts'
import { textOf } from './prepare.ts'
import { shapeNamed } from './shapes.ts'

/** A later statement may still change its label and shape. */
export type NodeDraft = { -readonly [Key in keyof DrawnNode]: DrawnNode[Key] }

/** Sets a field of `@{ … }`, whose value may be in quotes; false if nothing draws it. */
export function setField(node: NodeDraft, key: string, written: string): boolean {
  const value = withoutQuotes(written)
  if (key === 'label') {
    node.label = textOf(value.replace(/\n\s*/g, '\n')) || node.label
    return true
  }
  const outline = key === 'shape' ? shapeNamed(value) : undefined
  if (outline === undefined) return false
  node.shape = outline.shape
  return true
}

/** The text in the groups of `QUOTED`, or in the one behind them. */
export function labelFrom([, markdown, quoted, other]: RegExpExecArray): string {
  return textOf(markdown ?? quoted ?? other ?? '', markdown !== undefined)
}

function withoutQuotes(text: string): string {
  return text.replace(/^(["'])(.*)\1$/s, '$2')
}
