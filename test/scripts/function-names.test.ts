/** Only functions of a module keep their names in a build. */
import { expect, test } from 'vitest'

const {
  namingOf,
  withoutInnerNames,
}: {
  namingOf(code: string): string
  withoutInnerNames(code: string, runtime: { runtime: string; naming: string }): string
} = await import(new URL('../../scripts/function-names.js', import.meta.url).href)

const runtime = { runtime: 'chunk-AB.js', naming: 'a' }
const after = (code: string) =>
  withoutInnerNames(`import{a as n,b}from"./chunk-AB.js";${code}`, runtime)

test('finds what esbuild calls its function', () => {
  const code = 'var d=Object.defineProperty,x=(r,t)=>d(r,"name",{value:t});export{x as a,d as b};'
  expect(namingOf(code)).toBe('a')
  expect(() => namingOf('export{x as a}')).toThrow('The build names no functions')
})

test('a function of a module has a name, one that another function makes has none', () => {
  const code = after('function f(){let g=n(()=>1,"g");return g}n(f,"f");')
  expect(code).toContain('let g=(()=>1);')
  expect(code).toContain('n(f,"f")')
})

test('a class of a module has a name, its fields have none', () => {
  const code = after('class C{static{n(this,"C")}f=n(()=>1,"f")}')
  expect(code).toContain('static{n(this,"C")}')
  expect(code).toContain('f=(()=>1)')
})

test.each([
  'function f(n){return n(()=>1,"g")}',
  'function f(){let n=k();return n(()=>1,"g")}',
  'function f(){function n(){}return()=>n(()=>1,"g")}',
  'function f(){try{}catch(n){n(()=>1,"g")}}',
  'for(let n of k)()=>n(()=>1,"g")',
  'try{}catch(n){()=>n(()=>1,"g")}',
  'function f(){return b(()=>1,"g")}',
  'function f(){return n(()=>1,g)}',
])('calls of other functions stay: %s', (code) => {
  expect(after(code)).toContain(code)
})

test('a module that imports no such function stays', () => {
  const code = 'import{b as n}from"./chunk-AB.js";function f(){n(()=>1,"g")}'
  expect(withoutInnerNames(code, runtime)).toBe(code)
})
