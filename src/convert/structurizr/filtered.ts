/** A view that shows a part of another one: only what has one of its tags, or all else. */
import { tagsOf } from './expressions.ts'
import type { ModelElement, ModelView, Relationship } from './workspace.ts'

export interface Filter {
  readonly isExclude: boolean
  readonly tags: readonly string[]
}

export function filteredView(
  base: ModelView,
  { isExclude, tags }: Filter,
  head: Pick<ModelView, 'key' | 'title' | 'line'>,
): ModelView {
  const isShown = (item: ModelElement | Relationship) =>
    tagsOf(item).some((tag) => tags.includes(tag)) !== isExclude
  const { elements, relationships } = base
  return {
    ...base,
    key: head.key,
    title: head.title || base.title,
    line: head.line,
    leftOut: [],
    elements: new Set([...elements].filter(isShown)),
    relationships: relationships.filter(isShown),
  }
}
