// Generates `action.yml` and the tables of docs/action.md of inputs and outputs from `src/action/step/metadata.ts`.
import { stringify } from 'yaml'
import { markdownTable } from './reference.js'

export function actionYaml({ inputs, outputs }) {
  const document = {
    name: 'topo',
    description: 'Validate, review and publish architecture diagrams kept as code',
    author: 'The authors of topo',
    branding: { icon: 'share-2', color: 'blue' },
    inputs: Object.fromEntries(
      Object.entries(inputs).map(([name, { description, default: value }]) => [
        name,
        { description, required: false, ...(value === undefined ? {} : { default: value }) },
      ]),
    ),
    outputs: Object.fromEntries(
      Object.entries(outputs).map(([name, description]) => [name, { description }]),
    ),
    runs: { using: 'node24', main: 'dist/action/index.js' },
  }
  const head = '# Made by scripts/generate.js from src/action/step/metadata.ts.\n'
  return (
    head +
    stringify(document, {
      lineWidth: 0,
      defaultStringType: 'QUOTE_SINGLE',
      defaultKeyType: 'PLAIN',
    })
  )
}

export function actionTables({ inputs, outputs }) {
  return [
    markdownTable(
      ['input', 'default', 'for'],
      Object.entries(inputs).map(([name, { description, default: value }]) => [
        `\`${name}\``,
        value === undefined ? '' : `\`${value}\``,
        description,
      ]),
    ),
    markdownTable(
      ['output', 'is'],
      Object.entries(outputs).map(([name, description]) => [`\`${name}\``, description]),
    ),
  ].join('\n\n')
}
