import { boolean, string } from '@oclif/core/flags'
import { defineCommand } from '../cli/command/define.ts'
import { type EditorName, editorNames } from '../cli/init/editors.ts'
import { initAll } from '../cli/init/init.ts'
import { type PipelineName, pipelineNames } from '../cli/init/pipeline.ts'
import { wrapText } from '../text/wrap.ts'

export default defineCommand({
  summary: 'Create a project: settings, editor types, a first script.',
  description:
    'Existing files are kept, except editor types that an older topo wrote. --ci also writes a CI pipeline to the root of the repository. On a pull request, it validates the diagrams and draws them before and after; this needs no key and sends nothing. On a merge, it pushes them. Every night, it checks for drift. In an existing project, --ci and --agents write only their own files. --mcp adds "topo mcp" to the configuration of AI assistants: .mcp.json, .vscode/mcp.json and .cursor/mcp.json. --agents writes a skill for coding agents to .claude/skills and .agents/skills, and a section of AGENTS.md. Run again, it renews them unless somebody edited them. --editor writes the settings with which an editor starts "topo lsp", where a file of the project does it, and says what is left to do.',
  examples: [
    'topo init',
    'topo init --ci github',
    'topo init --ci github --preview',
    'topo init --mcp',
    'topo init --agents',
    'topo init --editor vscode',
    'topo init --json',
  ],
  fields: ['path', 'written', 'action'],
  flags: {
    ci: string({
      options: pipelineNames,
      helpValue: 'SYSTEM',
      summary: 'Also write a pipeline for this CI system.',
    }),
    preview: boolean({
      dependsOn: ['ci'],
      summary: 'Also show pull requests as private drafts on the service, deleted when closed.',
    }),
    force: boolean({
      relationships: [{ type: 'some', flags: ['ci', 'agents'] }],
      summary: 'Overwrite the files of the pipeline, and files of --agents that somebody edited.',
    }),
    mcp: boolean({ summary: 'Also add "topo mcp" to the configuration of AI assistants.' }),
    agents: boolean({ summary: 'Also write a skill for coding agents, or renew it.' }),
    editor: string({
      options: editorNames,
      helpValue: 'NAME',
      summary: 'Also write what this editor needs to start "topo lsp".',
    }),
  },
  run: async ({ flags, config }) => {
    const { force, preview, mcp, agents } = flags
    const ci = flags.ci as PipelineName | undefined
    const editor = flags.editor as EditorName | undefined
    const { root: packageRoot, version } = config
    const { items, todo } = await initAll({
      folder: process.cwd(),
      packageRoot,
      version,
      ci,
      force,
      preview,
      mcp,
      agents,
      editor,
    })
    return {
      data: { items, totalCount: items.length, todo },
      text: (out) =>
        [
          ...items.map(({ path, action }) => `${action}\t${path}`),
          ...todo.map((sentence) =>
            out.isTerminal ? wrapText(sentence, out.width, 'to do   ') : `to do\t${sentence}`,
          ),
        ].join('\n'),
      nextStep: ci === undefined ? 'topo preview' : 'commit these files on a branch',
    }
  },
})
