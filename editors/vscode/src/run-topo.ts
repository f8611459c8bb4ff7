/** Commands that run topo beside the language server: export a picture, compare with the last commit, validate the project. */
import { execFile } from 'node:child_process'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import {
  env,
  ProcessExecution,
  ShellExecution,
  Task,
  TaskScope,
  tasks,
  type Uri,
  ViewColumn,
  window,
} from 'vscode'
import type { StartTopo } from './find-topo.ts'

/** A page with a large comparison has megabytes. */
const maxBuffer = 100_000_000

/** Returns what topo printed; undefined after a message about its failure. */
async function run({ command, args, shell, ...start }: StartTopo, given: readonly string[]) {
  // A shell would split a path at its spaces.
  const quoted = shell ? given.map((one) => `"${one}"`) : given
  const options = { cwd: start.cwd, env: { ...process.env, ...start.env }, shell, maxBuffer }
  try {
    return (await promisify(execFile)(command, [...args, ...quoted], options)).stdout
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string }
    void window.showErrorMessage(stderr?.trim() || message)
    return undefined
  }
}

/** The saved script of the active editor. */
async function savedScript(): Promise<Uri | undefined> {
  const document = window.activeTextEditor?.document
  return (await document?.save()) ? document?.uri : undefined
}

export async function exportPicture(topo: StartTopo): Promise<void> {
  const script = await savedScript()
  const target =
    script &&
    (await window.showSaveDialog({
      defaultUri: script.with({ path: script.path.replace(/(?:\.topology)?\.[jt]s$/, '.svg') }),
      filters: {
        Picture: ['svg', 'png'],
        Page: ['html'],
        Text: ['mmd', 'dot', 'puml', 'drawio', 'txt'],
      },
    }))
  if (!target) return
  const done = await run(topo, ['render', script.fsPath, '-o', target.fsPath, '--force'])
  if (done === undefined) return
  const open = await window.showInformationMessage(`${basename(target.fsPath)} is written.`, 'Open')
  if (open) await env.openExternal(target)
}

export async function compareWithHead(topo: StartTopo): Promise<void> {
  const script = await savedScript()
  const page =
    script && (await run(topo, ['diff', script.fsPath, '--git', 'HEAD', '--format', 'html']))
  if (page === undefined) return
  const title = `${basename(script?.fsPath ?? '')}: changes since HEAD`
  const panel = window.createWebviewPanel('topo.comparison', title, ViewColumn.Beside, {
    enableScripts: true,
    localResourceRoots: [],
  })
  panel.webview.html = page
}

/** As a task, whose findings VS Code lists as problems. */
export async function validateProject({
  command,
  args,
  cwd,
  env: variables,
  shell,
}: StartTopo): Promise<void> {
  const all = [...args, 'validate', '--format', 'unix']
  const execution = shell
    ? new ShellExecution(command, all, { cwd, env: variables })
    : new ProcessExecution(command, all, { cwd, env: variables })
  const definition = { type: 'topo' }
  await tasks.executeTask(
    new Task(definition, TaskScope.Workspace, 'Validate project', 'topo', execution, '$topo'),
  )
}
