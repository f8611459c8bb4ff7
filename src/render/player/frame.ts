/** The frame around the stage, with its buttons, their keys, and everything that lies over the picture. */
import type { Explorer } from './explore/explorer.ts'
import type { FoldControl } from './fold/fold-control.ts'
import { KeyHelp } from './key-help.ts'
import type { Notice } from './notice.ts'
import type { Playback } from './play/playback.ts'
import { Presentation } from './play/presentation.ts'
import { Saving } from './save.ts'
import { listenForKeys } from './shortcuts.ts'
import { toolsOf, zoomOf } from './tools.ts'
import { element } from './view/element.ts'
import type { StageLegend } from './view/legend.ts'
import type { Minimap } from './view/minimap.ts'
import type { View } from './view/view.ts'

/** Parts that a frame shows, and that its buttons and keys work on. */
export interface FrameContent {
  readonly host: HTMLElement
  /** Where keys are meant for the player. */
  readonly scope: GlobalEventHandlers
  readonly stage: HTMLElement
  readonly view: View
  readonly explorer: Explorer
  readonly playback: Playback
  readonly folds: FoldControl
  /** Shows and hides the descriptions of nodes. */
  readonly descriptions: HTMLElement
  readonly legend: StageLegend
  readonly minimap: Minimap
  readonly notice: Notice
  /** The picture that is saved; undefined before there is one. */
  readonly drawnSvg: () => SVGSVGElement | undefined
}

/** Makes the frame; its keys work from now on, and the view keeps the picture clear of its buttons. */
export function frameOf(content: FrameContent): HTMLElement {
  const { host, scope, stage, view, explorer, playback, folds, legend, minimap, notice } = content
  const keyHelp = new KeyHelp()
  const saving = new Saving(view, notice, content.drawnSvg)
  const presentation = new Presentation(host, stage, playback)
  listenForKeys({ host, scope, stage, presentation, keyHelp, explorer, playback, saving })

  const tools = toolsOf(() => explorer.find(), folds.box, content.descriptions)
  const zoom = zoomOf(view, saving.button, presentation.button, keyHelp.button)
  view.keepClear([tools, zoom, legend.box])

  return element(
    'div',
    { class: 'framed' },
    stage,
    tools,
    explorer.finder.box,
    explorer.card.box,
    zoom,
    element('div', { class: 'corner' }, legend.box, minimap.box),
    notice.box,
    keyHelp.box,
    saving.box,
  )
}
