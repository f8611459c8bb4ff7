/** The player: shows a diagram, and lets one look around in it, ask it, and play its scenarios. */
import type { Picture, Point } from '../picture/picture.ts'
import { emptyAddress, named, type PlayerAddress } from './explore/address.ts'
import { addressTarget } from './explore/address-target.ts'
import type { SourceOf } from './explore/card.ts'
import { Explorer } from './explore/explorer.ts'
import type { AddressKeeper } from './explore/player-address.ts'
import { Remarks } from './explore/remarks.ts'
import { Rover } from './explore/rover.ts'
import { Arrangement } from './fold/arrangement.ts'
import { FoldControl } from './fold/fold-control.ts'
import { frameOf } from './frame.ts'
import { Notice } from './notice.ts'
import { Playback, type PlaybackState } from './play/playback.ts'
import { Scene } from './play/scene.ts'
import type { PlayerOptions } from './player-data.ts'
import { listenForPrint } from './print.ts'
import { stageOf } from './tools.ts'
import { DrawnElements } from './view/drawn-elements.ts'
import { element } from './view/element.ts'
import { Gestures } from './view/gestures.ts'
import { edgeOf, Graph, type Subject } from './view/graph.ts'
import { Layers } from './view/layers.ts'
import { StageLegend } from './view/legend.ts'
import { Minimap } from './view/minimap.ts'
import { Names } from './view/names.ts'
import { View } from './view/view.ts'

const noSource: SourceOf = () => undefined

export class Player {
  readonly #stage = stageOf()
  readonly #drawing = element('div', { class: 'drawing' })
  readonly #address: AddressKeeper
  readonly #view: View
  readonly #layers: Layers
  readonly #playback: Playback
  readonly #scene: Scene
  readonly #remarks: Remarks
  readonly #explorer: Explorer
  readonly #rover: Rover
  readonly #folds: FoldControl
  readonly #minimap: Minimap
  readonly #notice = new Notice()
  readonly #names = new Names()
  readonly #legend = new StageLegend()
  readonly #arrangement: Arrangement
  #elements: DrawnElements | undefined
  #sourceOf = noSource
  /** False until the address has been read: it must not be overwritten before. */
  #isOpen = false

  /** Replaces the content of the host. */
  constructor(host: HTMLElement, options: PlayerOptions) {
    const { remarks = [], whole, address, isGuest = false } = options
    const scope = isGuest ? host : document
    const overlay = element('div', { class: 'overlay' })
    this.#address = address
    this.#view = new View(
      this.#stage,
      this.#drawing,
      () => this.#moved(),
      () => this.#names.setScale(this.#view.scale),
    )
    this.#minimap = new Minimap(this.#view)
    this.#arrangement = new Arrangement(this.#view, () => this.#rearrange(true))
    this.#scene = new Scene(overlay, this.#view)
    this.#remarks = new Remarks(overlay, this.#view, remarks)
    this.#layers = new Layers(() => {
      this.#filter()
      this.#write(false)
    })
    this.#folds = new FoldControl((isLevel) => this.#rearrange(isLevel))
    this.#playback = new Playback((state) => this.#showStep(state))
    this.#explorer = this.#newExplorer(options)
    this.#rover = this.#newRover()
    this.#listenForGestures(whole, scope)
    if (!isGuest) listenForPrint(this.#explorer, this.#scene, this.#playback)
    this.#stage.append(this.#drawing, overlay)
    host.classList.toggle('whole', whole)
    const frame = frameOf({
      host,
      scope,
      stage: this.#stage,
      view: this.#view,
      explorer: this.#explorer,
      playback: this.#playback,
      folds: this.#folds,
      descriptions: this.#arrangement.button,
      legend: this.#legend,
      minimap: this.#minimap,
      notice: this.#notice,
      drawnSvg: () => this.#elements?.svg,
    })
    host.replaceChildren(this.#layers.box, frame, this.#playback.box)
  }

  #newExplorer({ changes = [], elsewhere = new Map() }: PlayerOptions): Explorer {
    const address = this.#address
    return new Explorer({
      stage: this.#stage,
      view: this.#view,
      remarks: this.#remarks,
      changes,
      elsewhere,
      hrefOf: (selection) => address.hrefOf({ ...this.#state(), ...named(selection) }),
      sourceOf: (selection) => this.#sourceOf(selection),
      changed: (isNew) => {
        this.#playback.pause()
        this.#playback.refresh()
        this.#write(isNew)
      },
      layers: this.#layers,
      folds: this.#folds,
      play: (scenario) => this.#playback.play(scenario),
      copy: address.hasUrls ? () => this.#notice.copy(address.urlOf(this.#state())) : undefined,
    })
  }

  #newRover(): Rover {
    return new Rover({
      stage: this.#stage,
      choose: (selection) => this.#explorer.choose(selection, { focuses: true }),
      reveal: (selection) => this.#explorer.reveal(selection),
      isVisible: (selection) => this.#isVisible(selection),
      folds: this.#folds,
    })
  }

  #listenForGestures(whole: boolean, scope: GlobalEventHandlers): void {
    new Gestures({
      scope,
      stage: this.#stage,
      view: this.#view,
      whole,
      click: (target, position, reach) => this.#click(target, position, reach),
      doubleClick: (target) => {
        const subject = this.#elements?.selectionOf(target)
        if (subject?.type === 'node') this.#folds.toggle(subject.id)
      },
    })
  }

  /** Shows a picture; keeps what is selected, the scenario, hidden layers, view and playback position. @param plan has the places of all versions */
  show(picture: Picture, svg: SVGSVGElement, sourceOf = noSource, plan = picture): void {
    this.#sourceOf = sourceOf
    const elements = new DrawnElements(svg)
    this.#elements = elements
    this.#layers.show(picture)
    this.#legend.show(svg)
    this.#arrangement.show(elements, picture, plan)
    const graph = new Graph(picture)
    this.#drawing.classList.toggle('large', graph.isLarge)
    this.#folds.show(graph, elements)
    const refocus = this.#rover.show(graph, elements)
    this.#arrange(false)
    this.#filter()
    // Insert the SVG last: before that, reading sizes does not have to wait for its layout.
    this.#drawing.replaceChildren(svg)
    refocus()
    this.#write(false)
  }

  /** Puts everything to the places of the layout with the folded groups. */
  #arrange(isSeen: boolean): void {
    const elements = this.#elements
    const graph = this.#arrangement.arrange(this.#folds.folded, isSeen)
    if (!graph || !elements) return
    const { picture } = graph
    this.#scene.open(elements, graph)
    this.#minimap.show(picture)
    this.#remarks.show(graph)
    this.#explorer.show(graph, elements)
    this.#folds.move(graph)
    this.#rover.move(graph)
  }

  /** After the reader has folded groups, or shown descriptions. @param isStart shows the picture from its start */
  #rearrange(isStart: boolean): void {
    this.#arrange(true)
    this.#filter()
    if (isStart) this.#showStart()
    this.#write(false)
  }

  /** Shows what the address of the page names. */
  open(): void {
    const address = this.#address.read()
    this.#isOpen = false
    this.#folds.restore(address, this.#arrangement.open())
    this.#arrange(false)
    const { graph } = this.#explorer
    if (!graph) return
    const { selection, layers, missing } = addressTarget(address, graph)
    this.#layers.showOnly(layers)
    this.#showStart()
    this.#playback.goTo(address.scenario, address.step)
    this.#explorer.open(selection, address.hops)
    if (selection) this.#playback.refresh()
    this.#isOpen = true
    if (missing !== undefined) this.#notice.say(`“${missing.slice(0, 80)}” is not in this diagram.`)
  }

  /** Scrolls the page to the picture. */
  scrollIntoView(): void {
    this.#stage.scrollIntoView({ block: 'nearest' })
  }

  /** Lights what the cursor of an editor is on; undefined lights the selection again. */
  point(pointed: Subject | undefined): void {
    if (pointed && this.#explorer.graph?.has(pointed) !== true) return
    this.#explorer.point(pointed)
  }

  /** Resets view and playback before an unrelated picture, whose address `open` reads. */
  forget(): void {
    this.#isOpen = false
    this.#explorer.close()
    this.#view.fit()
    this.#playback.goTo(undefined, 0)
  }

  #state(): PlayerAddress {
    const { selection, hops } = this.#explorer
    return {
      ...emptyAddress,
      ...this.#playback.position,
      ...this.#folds.state,
      layers: this.#layers.only,
      hops,
      ...(selection && named(selection)),
    }
  }

  #write(isNew: boolean): void {
    if (this.#isOpen) this.#address.write(this.#state(), isNew)
  }

  #showStart(): void {
    const { graph } = this.#explorer
    if (graph) this.#arrangement.showStart(graph, this.#folds.folded)
  }

  #filter(): void {
    const { graph } = this.#explorer
    if (!this.#elements || !graph) return
    const isShown = (layers: readonly number[]) => this.#layers.isShown(layers)
    this.#layers.apply(this.#elements.svg)
    this.#folds.draw(isShown)
    this.#names.show(graph, this.#elements, this.#view.scale)
    this.#rover.refresh()
    this.#remarks.filter((subject) => this.#isVisible(subject))
    this.#explorer.refresh()
    this.#playback.open(graph.picture, isShown)
  }

  /** False in hidden layers and inside of folded groups. */
  #isVisible(subject: Subject): boolean {
    return this.#explorer.isShown(subject) && this.#folds.isVisible(subject)
  }

  #moved(): void {
    this.#scene.moved()
    this.#remarks.moved()
    this.#minimap.moved()
  }

  /** A step of a scenario; who goes on playing leaves what is selected. */
  #showStep(state: PlaybackState): void {
    if (!state.isUpdate) this.#explorer.close()
    if (this.#explorer.selection) this.#scene.clear()
    else this.#scene.show(state)
    if (!state.isUpdate) this.#write(false)
  }

  /** @param reach pixels around the position that count */
  #click(target: Element, position: Point, reach: number): void {
    const selection = this.#subjectAt(target, position, reach)
    if (selection) this.#explorer.choose(selection)
    else this.#explorer.close()
  }

  #subjectAt(target: Element, position: Point, reach: number): Subject | undefined {
    const direct = this.#elements?.selectionOf(target)
    const isFrame = direct?.type === 'node' && this.#explorer.graph?.nodes.get(direct.id)?.isFrame
    if (direct && !isFrame) return direct

    // A line is thin, and may cross a frame.
    const edge = this.#folds.edgeAt(
      this.#view.pointAt(position),
      reach / this.#view.scale,
      (subject) => this.#isVisible(subject),
    )
    return edge === undefined ? direct : edgeOf(edge)
  }
}
