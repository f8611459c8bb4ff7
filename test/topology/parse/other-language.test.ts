/** Text of another diagram language is named as such; broken JavaScript never is. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { readTopology } from '../../../src/topology/read.ts'

const told = async (text: string) => {
  const { problems } = await readTopology(text)
  return problems.map(({ rule, line, message }) => `${rule} ${line} ${message}`)
}

it.each([
  ['Mermaid', 1, 'flowchart TD\n  A[Web] --> B[(Database)]\n'],
  ['Mermaid', 1, 'graph LR\n  A-->B'],
  ['Mermaid', 3, '\n%% a comment\ngraph TD;\n  A-->B;\n'],
  ['Mermaid', 4, '---\ntitle: Orders\n---\nsequenceDiagram\n  A->>B: hi\n'],
  ['Mermaid', 2, '```mermaid\nflowchart LR\n  a --> b\n```\n'],
  ['Mermaid', 4, '/*---\nname: Orders\n---*/\nstateDiagram-v2\n  a --> b\n'],
  ['D2', 1, 'web -> db: query\nweb: Web {\n  shape: rectangle\n}\n'],
  ['D2', 2, '# a comment\ndirection: right\na.b <-> "c d"\n'],
  ['PlantUML', 1, '@startuml\nactor User\nUser -> Web\n@enduml\n'],
  ['Structurizr', 1, 'workspace "Shop" {\n  model {\n    u = person "User"\n  }\n}\n'],
  ['Graphviz', 1, 'digraph G {\n  a -> b\n}\n'],
  ['Compose', 1, 'services:\n  web:\n    image: nginx\n    ports:\n      - "80:80"\n'],
  ['Kubernetes', 1, 'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n'],
  ['Terraform', 1, 'resource "aws_instance" "web" {\n  ami = "x"\n}\n'],
  ['Terraform', 2, '# the network\nterraform {\n  required_version = "1"\n}\n'],
  ['LikeC4', 1, 'specification {\n  element system\n}\n'],
  ['LikeC4', 2, '// the model\nmodel {\n  shop = system "Shop"\n}\n'],
  ['D2', 1, 'db: Orders {\n  shape: cylinder\n}\n'],
  ['PlantUML', 2, "' a comment\n@startuml\nA -> B\n@enduml\n"],
  ['PlantUML', 3, "/' a comment\n of two lines '/\n@startuml\nA -> B\n@enduml\n"],
  ['Structurizr', 1, 'workspace "Bank (old); v=2" "A {x}" {\n  model {\n  }\n}\n'],
  ['Structurizr', 1, 'workspace extends base.dsl { # ours\n  views {\n  }\n}\n'],
  ['Structurizr', 1, '!identifiers hierarchical\nworkspace {\n  model {\n  }\n}\n'],
  ['YAML', 2, '---\nname: x\n'],
])('%s at line %i', async (language, line, text) => {
  expect(await told(text)).toEqual([`syntax ${line} This is ${language}, not a script of topo`])
})

it.each([
  ['a missing bracket', 'const t = new TopologyBuilder(true\na -> b'],
  ['an undefined name', 'graph\nLR'],
  ['a label', 'a: while (true) {\n  b(\n}'],
  ['an object', 'const x = {\n  shape: cylinder\n  y\n}'],
  ['an arrow function', 'const f = a -> b'],
  ['a name of a keyword', 'workspace = { a: 1 '],
  ['a name that Mermaid has', 'graph\nTD = ('],
  ['a JSON document', '{"a": 1}'],
  ['a text on a line', "'use strict'\nconst a = [\n"],
  ['a module', 'module.exports = {\n  a: 1\n  b: 2\n}'],
  ['a variable named model', 'model = {\n  a: 1\n  b\n}'],
])('%s is JavaScript', async (_, text) => expect((await told(text))[0]).not.toContain('This is'))

const starters = resolve(import.meta.dirname, '../../../templates/starters')
it.each(readdirSync(starters).filter((name) => !name.endsWith('.md')))(
  'the starter %s stays JavaScript at every place where it may be cut',
  async (name) => {
    const text = readFileSync(join(starters, name), 'utf8')
    for (let end = 0; end < text.length; end += 97)
      expect((await told(text.slice(0, end))).join()).not.toContain('This is')
  },
)

it('a long hostile text is recognised at once', async () => {
  const start = performance.now()
  for (const text of [
    'a '.repeat(200_000),
    '- '.repeat(200_000),
    '/*'.repeat(200_000),
    '%%\n'.repeat(100_000),
  ])
    await told(`${text} )`)
  expect(performance.now() - start).toBeLessThan(10_000)
})
