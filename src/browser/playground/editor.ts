/** The editor of the playground: CodeMirror, with findings and the language server's answers. */
import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  snippet,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, isolateHistory } from '@codemirror/commands'
import { javascript } from '@codemirror/lang-javascript'
import { bracketMatching, indentOnInput } from '@codemirror/language'
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { EditorState } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  hoverTooltip,
  keymap,
  lineNumbers,
  type Tooltip,
} from '@codemirror/view'
import type { ScriptWorker } from '../script-worker.ts'
import type { TextFinding } from '../worker/draw.ts'
import type { TextAt } from '../worker/jobs.ts'
import type { CompletionOption } from '../worker/language.ts'
import { editorLook } from './editor-look.ts'

export interface EditorOptions {
  readonly host: HTMLElement
  readonly worker: ScriptWorker
  /** After each change, and each text that is shown. */
  readonly changed: (text: string) => void
  /** Before a text is pasted. */
  readonly pasted: (text: string) => void
}

export class ScriptEditor {
  readonly #view: EditorView

  constructor(options: EditorOptions) {
    this.#view = new EditorView({
      parent: options.host,
      state: EditorState.create({ extensions: extensionsOf(options) }),
    })
  }

  get text(): string {
    return this.#view.state.doc.toString()
  }

  /** Replaces the whole text; the reader can undo it. */
  show(text: string): void {
    const changes = { from: 0, to: this.#view.state.doc.length, insert: text }
    // A text that was pasted a moment ago is undone after this, not with it.
    const annotations = isolateHistory.of('full')
    this.#view.dispatch({ changes, annotations, selection: { anchor: 0 }, scrollIntoView: true })
  }

  /** Marks the places of findings. They belong to a text that may have changed since. */
  mark(findings: readonly TextFinding[], text: string): void {
    if (text !== this.text) return
    const diagnostics = findings.map((finding) => diagnosticOf(finding, text))
    this.#view.dispatch(setDiagnostics(this.#view.state, diagnostics))
  }

  /** Moves the cursor to an offset. */
  goTo(offset: number): void {
    const anchor = Math.min(offset, this.#view.state.doc.length)
    this.#view.dispatch({
      selection: { anchor },
      effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
    })
    this.#view.focus()
  }
}

function extensionsOf({ worker, changed, pasted }: EditorOptions) {
  return [
    lineNumbers(),
    lintGutter(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    highlightActiveLine(),
    highlightSelectionMatches(),
    javascript({ typescript: true }),
    editorLook,
    autocompletion({ override: [completionsOf(worker)] }),
    hoverTooltip((view, offset) => explanationAt(worker, view, offset)),
    keymap.of([
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...completionKeymap,
      ...lintKeymap,
    ]),
    EditorView.contentAttributes.of({ 'aria-label': 'Script', tabindex: '0' }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) changed(update.state.doc.toString())
    }),
    EditorView.domEventHandlers({
      paste: (event) => pasted(event.clipboardData?.getData('text/plain') ?? ''),
    }),
  ]
}

/** @param checked the text that has the finding */
function diagnosticOf(finding: TextFinding, checked: string): Diagnostic {
  const { from, to, severity, message, fix, rule, fixes } = finding
  return {
    from,
    to: Math.max(from, to),
    severity: severity === 'hint' ? 'info' : severity,
    source: rule,
    message: `${message}.\n${fix}`,
    actions: fixes.map(({ title, changes }) => ({
      name: title,
      // A text that has changed meanwhile has new findings in a moment.
      apply: (view) => {
        if (view.state.doc.toString() === checked) view.dispatch({ changes: [...changes] })
      },
    })),
  }
}

const completionsOf =
  (worker: ScriptWorker) =>
  async (context: CompletionContext): Promise<CompletionResult | null> => {
    const before = context.matchBefore(/[\w$'"-]+/)
    if (before === null && !context.explicit) return null
    const found = await answered(worker, 'complete', textAt(context.state, context.pos))
    if (found === undefined || context.aborted) return null
    return { from: found.from, options: found.items.map(optionOf), validFor: /^[\w$-]*$/ }
  }

const optionOf = ({ label, detail, description, insert, isSnippet, kind }: CompletionOption) => ({
  label,
  detail: [description, detail].filter(Boolean).join(' · '),
  type: { name: 'variable', property: 'property', value: 'enum', snippet: 'snippet' }[kind],
  apply: isSnippet ? snippet(snippetOf(insert)) : insert,
})

/** The places of the protocol's snippets, as the editor writes them. */
const snippetOf = (insert: string): string =>
  insert.replace(/\$\{\d+:/g, '#{').replaceAll('\\$', '$')

async function explanationAt(
  worker: ScriptWorker,
  view: EditorView,
  offset: number,
): Promise<Tooltip | null> {
  const found = await answered(worker, 'explain', textAt(view.state, offset))
  if (found === undefined) return null
  const { from, to, html } = found
  return { pos: from, end: to, above: true, create: () => ({ dom: explanation(html) }) }
}

function explanation(html: string): HTMLElement {
  const box = document.createElement('div')
  box.className = 'explanation'
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  box.replaceChildren(...body.childNodes)
  return box
}

/** Nothing where the text has changed meanwhile, or its script does not end. */
const answered = <Name extends 'complete' | 'explain'>(
  worker: ScriptWorker,
  name: Name,
  input: TextAt,
) => worker.ask(name, input).catch(() => undefined)

const textAt = (state: EditorState, offset: number): TextAt => ({
  text: state.doc.toString(),
  offset,
})
