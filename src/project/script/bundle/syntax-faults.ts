/** Faults that the parser finds in a script, or in a file that it imports. */
import type { FileProblem } from '../../../files/position.ts'
import type { SyntaxFailure } from '../../../topology/parse/parse-text.ts'
import type { TextRange } from './default-export.ts'
import type { ModuleParts } from './module-parts.ts'

/** A problem found by the parser, with offsets in the text. */
export type SyntaxFault = Pick<FileProblem, 'rule' | 'message' | 'fix'> & TextRange

/** Finds `import()` of a computed path, and `import.meta`: scripts support neither. */
export function unsupportedImports(
  { dynamicImports, importMetas }: ModuleParts,
  text: string,
): SyntaxFault[] {
  const computed = dynamicImports.filter(
    ({ source: { start, end } }) =>
      !/^(?:'[^']*'|"[^"]*"|`[^`$]*`)$/s.test(text.slice(start, end).trim()),
  )
  const fault =
    (what: string) =>
    ({ start, end }: TextRange) => ({ ...unsupported(what), start, end })
  return [
    ...computed.map(fault('`import()` of a computed path')),
    ...importMetas.map(fault('`import.meta`')),
  ]
}

export const syntaxFault = (failure: SyntaxFailure): SyntaxFault => ({
  rule: 'syntax',
  fix: 'Fix the syntax here or just before.',
  ...failure,
})

export const unsupported = (what: string) => ({
  rule: 'import' as const,
  message: `A script cannot use ${what}.`,
  fix: 'Import a file by a literal path.',
})

export const REQUIRE = {
  message: 'A script cannot use `require`.',
  fix: "Write `import x from './x.ts'` with a relative path to a file in the project.",
}
