/** Folded groups: what they replace, and the lines that stand for the connections of their content. */
import { expect, test } from 'vitest'
import { fold, foldedToLevel, levelsOf } from '../../../../src/render/player/fold/folds.ts'
import { Graph } from '../../../../src/render/player/view/graph.ts'
import { drawing, pictureOf } from '../../pictures.ts'

const body = `
const outer = t.createGroup('outer')
const inner = outer.addGroup('inner')
inner.addProcess({ id: 'a' }).addProcess({ id: 'b' })
const other = t.createGroup('other')
other.addProcess({ id: 'c' })
t.createProcess({ id: 'd' })
t.createProcess({ id: 'e' })
for (const [from, to] of [['a', 'b'], ['a', 'c'], ['b', 'c'], ['c', 'a'], ['a', 'd'], ['d', 'e']]) t.connect(from, to)`
const graph = new Graph(await pictureOf(drawing(body)))
const all = () => true
const linesOf = (folded: string[], isShown: Parameters<typeof fold>[2] = all) =>
  fold(graph, new Set(folded), isShown).bundles.map(
    ({ from, to, edges }) => `${from} ${to}: ${edges.map(({ id }) => id).join()}`,
  )

test.each<[string, string[], string[]]>([
  ['nothing', [], []],
  ['a group', ['inner'], ['inner c: a->c,b->c', 'c inner: c->a', 'inner d: a->d']],
  [
    'the group around it',
    ['outer', 'inner'],
    ['outer c: a->c,b->c', 'c outer: c->a', 'outer d: a->d'],
  ],
  [
    'both ends',
    ['inner', 'other'],
    ['inner other: a->c,b->c', 'other inner: c->a', 'inner d: a->d'],
  ],
])('connections of %s are one line per pair and direction', (_what, folded, lines) => {
  expect(linesOf(folded)).toEqual(lines)
})

test('what is inside is replaced by the outermost group, and hidden connections have no line', () => {
  const { boxes, replaced } = fold(graph, new Set(['outer', 'inner']), all)
  expect(Object.fromEntries(boxes)).toEqual({ inner: 'outer', a: 'outer', b: 'outer' })
  expect([...replaced].sort()).toEqual(['a->b', 'a->c', 'a->d', 'b->c', 'c->a'])
  expect(linesOf(['inner'], ({ id }) => id === 'b->c')).toEqual(['inner c: b->c'])
})

test('a level folds its groups and all below it', () => {
  expect(levelsOf(graph)).toBe(2)
  expect([...foldedToLevel(graph, 1)].sort()).toEqual(['inner', 'other', 'outer'])
  expect([...foldedToLevel(graph, 2)]).toEqual(['inner'])
  expect([...foldedToLevel(graph, 3)]).toEqual([])
})
