/** The words of a `workspace.dsl` that its readers share. */
import type { ModelView } from './workspace.ts'

export const VIEWS: readonly ModelView['kind'][] = [
  'custom',
  'systemlandscape',
  'systemcontext',
  'container',
  'component',
  'deployment',
  'dynamic',
]

/** Statements that no picture shows, and that nobody misses there. */
const SILENT = new RegExp(
  `^(${[
    '!identifiers|!docs|!adrs|!decisions',
    'properties|perspectives|url|name|description|configuration|users',
    'healthcheck|autolayout|default',
    'theme|themes|branding|terminology',
  ].join('|')})$`,
  'i',
)

export const isSilent = (keyword: string): boolean => SILENT.test(keyword)

export const isOneOf = <Kind extends string>(kinds: readonly Kind[], kind: string): kind is Kind =>
  (kinds as readonly string[]).includes(kind)

export const splitTags = (tags: string): string[] =>
  tags
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)
