/** A function that holds many others is a class in disguise: `.github/CONTRIBUTING.md` says where state belongs. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parse } from '@babel/parser'
import { expect, test } from 'vitest'

/** A script without types. */
const { sourceFiles }: { sourceFiles: readonly string[] } = await import(
  pathToFileURL(resolve(import.meta.dirname, '../scripts/imports.js')).href
)
const src = resolve(import.meta.dirname, '../src')

const MOST = 2

interface SyntaxNode {
  readonly type: string
  readonly loc?: { readonly start: { readonly line: number } } | undefined
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string'
const isFunction = ({ type }: SyntaxNode) =>
  /^(?:Function(?:Declaration|Expression)|ArrowFunctionExpression|ObjectMethod|Class(?:Private)?Method)$/.test(
    type,
  )

const isNamed = ({ type }: SyntaxNode, parent: SyntaxNode | undefined) =>
  type === 'FunctionDeclaration' || parent?.type === 'VariableDeclarator'

const childrenOf = (node: SyntaxNode): SyntaxNode[] =>
  Object.values(node)
    .flatMap((value): unknown[] => (Array.isArray(value) ? value : [value]))
    .filter(isNode)

/** Lines of the functions that have more named functions directly inside than the limit. */
function crowdedFunctions(code: string): number[] {
  const crowded: number[] = []
  const visit = (node: SyntaxNode, parent: SyntaxNode | undefined, inside: { named: number }) => {
    const isOne = isFunction(node)
    if (isOne && isNamed(node, parent)) inside.named++
    const own = isOne ? { named: 0 } : inside
    for (const child of childrenOf(node)) visit(child, node, own)
    if (isOne && own.named > MOST) crowded.push(node.loc?.start.line ?? 0)
  }
  const { program } = parse(code, { sourceType: 'module', plugins: ['typescript'] })
  visit(program as unknown as SyntaxNode, undefined, { named: 0 })
  return crowded
}

test('a function has at most two named functions inside', () => {
  expect(sourceFiles.length).toBeGreaterThan(900)
  const crowded = sourceFiles.flatMap((file) =>
    crowdedFunctions(readFileSync(join(src, file), 'utf8')).map((line) => `${file}:${line}`),
  )
  expect(crowded).toEqual([])
})

test('three named functions are found, and callbacks are not', () => {
  const three =
    'function all() {\n  const a = () => 1\n  const b = function () {}\n  function c() {}\n}'
  expect(crowdedFunctions(three)).toEqual([1])
  expect(crowdedFunctions('f(() => {\n  const a = () => 1\n  const b = () => 2\n})')).toEqual([])
  expect(
    crowdedFunctions('const f = () => [x.map(() => 1), y.map(() => 2), z.map(() => 3)]'),
  ).toEqual([])
})
