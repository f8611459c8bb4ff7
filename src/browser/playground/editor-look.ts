/** Colours of the editor, light and dark. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const colors = HighlightStyle.define([
  { tag: tags.comment, color: 'light-dark(#56657a,#8fa1b8)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'light-dark(#0b6b3a,#7ee0a3)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'light-dark(#8a3d00,#ffb27a)' },
  { tag: [tags.keyword, tags.operatorKeyword], color: 'light-dark(#7a1fa2,#d7a6ff)' },
  {
    tag: [tags.propertyName, tags.function(tags.propertyName)],
    color: 'light-dark(#1d4fb8,#8cbcff)',
  },
  { tag: [tags.typeName, tags.className], color: 'light-dark(#00607a,#6fd3ee)' },
  { tag: tags.invalid, color: 'light-dark(#b3202f,#ff8a92)' },
])

const frame = EditorView.theme({
  '&': { height: '100%', fontSize: '13.5px', color: 'inherit', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': {
    fontFamily: "ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace",
    lineHeight: '1.55',
  },
  '.cm-content': { caretColor: 'currentColor' },
  '.cm-cursor': { borderLeftColor: 'currentColor' },
  '.cm-gutters': {
    backgroundColor: 'light-dark(#fff,#0b1018)',
    color: 'var(--quiet)',
    border: '0',
  },
  '.cm-activeLine': { backgroundColor: 'var(--soft)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    {
      backgroundColor: 'light-dark(#bcd6ff,#274a7d)',
    },
  '.cm-tooltip, .cm-panels': {
    color: 'inherit',
    backgroundColor: 'var(--surface)',
    border: '1px solid var(--line)',
    borderRadius: '.4rem',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    color: 'inherit',
    backgroundColor: 'light-dark(#dbe8ff,#274a7d)',
  },
  '.cm-completionDetail': { fontStyle: 'normal', opacity: '.8' },
  '.cm-diagnostic': { whiteSpace: 'pre-wrap', maxWidth: '34rem' },
  '.cm-diagnosticAction': { backgroundColor: 'light-dark(#1d5fd1,#2b63b8)', color: '#fff' },
  '.cm-diagnosticSource': { opacity: '.8' },
})

export const editorLook = [syntaxHighlighting(colors), frame]
