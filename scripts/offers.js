// Makes what other programs read to install topo: the entry of the MCP registry, and the component for GitLab's catalogue.
import { stringify } from 'yaml'

/** Longest description that the MCP registry accepts. */
const longestDescription = 100

/** `server.json`. The name must be that of `mcpName` in package.json. */
export function mcpServer({ name, version, description, mcpName, homepage }, repository) {
  if (description.length > longestDescription)
    throw new Error('The description is too long for the MCP registry.')
  const variable = (variableName, about, more = {}) => ({
    name: variableName,
    description: about,
    ...more,
  })
  const server = {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: mcpName,
    title: 'topo',
    description,
    version,
    websiteUrl: homepage.replace(/#.*/, ''),
    repository: { url: `https://github.com/${repository}`, source: 'github' },
    packages: [
      {
        registryType: 'npm',
        identifier: name,
        version,
        transport: { type: 'stdio' },
        packageArguments: [{ type: 'positional', value: 'mcp' }],
        environmentVariables: [
          variable(
            'TOPO_BASE_URL',
            'Address of the diagram service; without one, the profile of "topo login".',
          ),
          variable('TOPO_API_KEY', 'API key for the service; validating and drawing need none.', {
            isSecret: true,
          }),
          variable(
            'TOPO_MCP_WRITES',
            'Set to 1 to let the assistant create, update and delete diagrams.',
          ),
        ],
      },
    ],
  }
  return `${JSON.stringify(server, null, 2)}\n`
}

/** Replaces a text that must occur. */
function replaced(text, from, to) {
  if (!text.includes(from)) throw new Error(`The GitLab pipeline no longer contains ${from}`)
  return text.replaceAll(from, to)
}

/** `templates/diagrams/template.yml`: the pipeline of `topo init --ci gitlab` with inputs. */
export function gitlabComponent(pipeline, { name, version }) {
  const jobs = pipeline.slice(pipeline.indexOf('\n.diagrams:') + 1)
  const inputs = {
    package: {
      description: `npm installs this, such as ${name}@${version}, or a packed file of the repository.`,
    },
    image: { description: 'The jobs run in this image, which has Node.', default: 'node:24' },
    stage: { description: 'The jobs belong to this stage.', default: 'test' },
    'fail-on': {
      description: 'Findings of this severity and above fail the jobs.',
      default: 'warning',
      options: ['error', 'warning'],
    },
    drift: {
      description:
        'The drift check also reports scripts that only the service has; --no-all if other repositories push with the account.',
      default: '--all',
      options: ['--all', '--no-all'],
    },
  }
  const steps = [
    [`${name}@${version}`, '$[[ inputs.package ]]'],
    ['image: node:24\n', 'image: $[[ inputs.image ]]\n  stage: $[[ inputs.stage ]]\n'],
    ['--fail-on warning', '--fail-on $[[ inputs.fail-on ]]'],
    ['topo status --all', 'topo status $[[ inputs.drift ]]'],
  ]
  const head = [
    '# A component for GitLab: validates and reviews diagrams in merge requests, publishes them from the default branch,',
    '# and checks for drift on a schedule. Written by scripts/generate.js. docs/continuous-integration.md shows how to use it.',
    `${stringify({ spec: { inputs } }, { lineWidth: 0 })}---`,
    '',
  ]
  return head.join('\n') + steps.reduce((text, [from, to]) => replaced(text, from, to), jobs)
}
