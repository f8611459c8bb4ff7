/** Playback controls: scenario, play, pause, step, speed, and the description of the current step. */
import { counted } from '../../../text/words.ts'
import type { Picture, PictureScenario } from '../../picture/picture.ts'
import { labelsOf } from '../../picture/step-sentences.ts'
import { button, element, face } from '../view/element.ts'
import { type PlayerStep, stepsOf } from './steps.ts'

const speeds = [0.5, 1, 2, 4]

export interface PlaybackState {
  readonly steps: readonly PlayerStep[]
  /** Number of played steps. */
  readonly at: number
  /** Duration of the last played step. */
  readonly milliseconds: number
  /** True if the same step is shown again in an updated picture. */
  readonly isUpdate: boolean
}

export class Playback {
  readonly box = element('div', { class: 'playback', role: 'group', 'aria-label': 'Playback' })
  readonly #choice = element('select', { 'aria-label': 'Scenario' })
  readonly #play = button('play', 'Play', () => this.toggle())
  readonly #position = element('input', { type: 'range', min: 0, value: 0, 'aria-label': 'Step' })
  readonly #count = element('output', { 'aria-hidden': 'true' })
  readonly #speed = element('select', { 'aria-label': 'Speed' })
  /** A live region, which screen readers read aloud. */
  readonly #status = element('p', { class: 'said', role: 'status' })
  readonly #show: (shown: PlaybackState) => void
  #picture: Picture | undefined
  /** By id, because indices change with the script. */
  #id: string | undefined
  #scenario: PictureScenario | undefined
  #steps: readonly PlayerStep[] = []
  #at = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(show: (shown: PlaybackState) => void) {
    this.#show = show
    for (const speed of speeds) this.#speed.append(element('option', { value: speed }, `${speed}×`))
    this.#speed.value = '1'
    this.#choice.addEventListener('change', () => this.#choose(this.#choice.value))
    this.#position.addEventListener('input', () => this.#pauseAt(Number(this.#position.value)))
    this.box.append(
      this.#choice,
      element(
        'span',
        { class: 'buttons' },
        button('back', 'Previous step', () => this.step(-1)),
        this.#play,
        button('forward', 'Next step', () => this.step(1)),
      ),
      this.#position,
      this.#count,
      this.#speed,
      this.#status,
    )
  }

  /** Continues the current scenario if the new picture still has it. */
  open(picture: Picture, isShown: (layers: readonly number[]) => boolean): void {
    this.#picture = picture
    this.box.hidden = picture.scenarios.length === 0
    this.#choice.replaceChildren(
      element('option', { value: '' }, `Play ${counted(picture.scenarios.length, 'scenario')}`),
      ...picture.scenarios.map(({ title, layers }, i) =>
        element('option', { value: i, disabled: !isShown(layers) }, title),
      ),
    )
    const found = picture.scenarios.findIndex(({ id }) => id === this.#id)
    this.#choice.value = found < 0 ? '' : String(found)
    this.#take(picture.scenarios[found])
    if (found < 0) this.pause()
    this.#go(Math.min(this.#at, this.#steps.length), true)
  }

  /** The scenario and the number of played steps. */
  get position(): { readonly scenario: string | undefined; readonly step: number } {
    return { scenario: this.#scenario?.id, step: this.#at }
  }

  /** Goes to a step of a scenario without playing; an unknown scenario is none. */
  goTo(id: string | undefined, step: number): void {
    this.#choose(this.#valueOf(id))
    this.#pauseAt(step)
  }

  /** Plays a scenario from its start. */
  play(id: string): void {
    this.#choose(this.#valueOf(id))
    this.toggle()
  }

  /** Shows the current step again. */
  refresh(): void {
    this.#go(this.#at, true)
  }

  #valueOf(id: string | undefined): string {
    const found = this.#picture?.scenarios.findIndex((one) => one.id === id) ?? -1
    return found < 0 ? '' : String(found)
  }

  /** Plays or pauses; at the end, starts again. */
  toggle(): void {
    if (this.#timer !== undefined) {
      this.pause()
      return
    }
    this.#chooseAny()
    if (this.#steps.length === 0) return
    this.#go(this.#at >= this.#steps.length ? 1 : this.#at + 1)
    this.#wait()
  }

  step(by: 1 | -1): void {
    this.#chooseAny()
    this.#pauseAt(this.#at + by)
  }

  /** A step on; from the end of a scenario to the next one, and from its start to the end of the one before. */
  advance(by: 1 | -1): void {
    const isBeyond = by > 0 ? this.#at >= this.#steps.length : this.#at <= 0
    if (this.#scenario === undefined || !isBeyond) this.step(by)
    else if (this.changeScenario(by) && by < 0) this.#pauseAt(this.#steps.length)
  }

  /** Goes to the start of the next or previous scenario. @returns false without such a scenario */
  changeScenario(by: 1 | -1): boolean {
    const values = [...this.#choice.options].filter(
      ({ value, disabled }) => value !== '' && !disabled,
    )
    const at = values.findIndex(({ value }) => value === this.#choice.value)
    const next = values[at < 0 ? 0 : at + by]
    if (next) this.#choose(next.value)
    return next !== undefined
  }

  /** Selects the first scenario if none is selected. */
  #chooseAny(): void {
    if (this.#choice.value !== '') return
    const first = [...this.#choice.options].find(({ value, disabled }) => value !== '' && !disabled)
    if (first) this.#choose(first.value)
  }

  #choose(value: string): void {
    this.pause()
    this.#choice.value = value
    this.#take(value === '' ? undefined : this.#picture?.scenarios[Number(value)])
    this.#id = this.#scenario?.id
    this.#go(0)
  }

  #take(scenario: PictureScenario | undefined): void {
    this.#scenario = scenario
    this.#steps = scenario ? stepsOf(scenario, labelsOf(this.#picture?.nodes ?? [])) : []
  }

  #pauseAt(at: number): void {
    this.pause()
    this.#go(Math.max(0, Math.min(this.#steps.length, at)))
  }

  #go(at: number, isUpdate = false): void {
    this.#at = at
    const { length } = this.#steps
    const sentence = this.#steps[at - 1]?.sentence ?? this.#scenario?.description ?? ''
    this.#position.max = String(length)
    this.#position.value = String(at)
    this.#position.disabled = length === 0
    this.#position.setAttribute(
      'aria-valuetext',
      `${at} of ${length}${sentence === '' ? '' : `: ${sentence}`}`,
    )
    this.#count.textContent = length === 0 ? '' : `${at}/${length}`
    if (this.#status.textContent !== sentence) this.#status.textContent = sentence
    this.#show({ steps: this.#steps, at, milliseconds: this.#milliseconds, isUpdate })
  }

  get #milliseconds(): number {
    return (this.#steps[this.#at - 1]?.milliseconds ?? 0) / Number(this.#speed.value)
  }

  #wait(): void {
    this.#timer = setTimeout(() => {
      if (this.#at >= this.#steps.length) {
        this.pause()
        return
      }
      this.#go(this.#at + 1)
      this.#wait()
    }, this.#milliseconds)
    face(this.#play, 'pause', 'Pause')
  }

  pause(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    face(this.#play, 'play', 'Play')
  }
}
