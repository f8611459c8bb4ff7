/** Finds the texts of an SVG that topo wrote. */
import { fontOf } from '../../../render/index.ts'
import { unescapeXml } from '../../../text/for-xml.ts'
import type { Weight } from './choose-fonts.ts'

export interface SvgText {
  readonly content: string
  readonly classes: readonly string[]
  readonly x: number
  readonly y: number
  /** Pixels. */
  readonly size: number
  readonly weight: Weight
  /** The text belongs to something that a change has removed. */
  readonly isStruck: boolean
}

export interface SvgWithLetters {
  readonly svg: string
  /** Characters that no font has that may be used. */
  readonly missing: ReadonlySet<string>
}

/** Attributes of topo's SVG contain no `>`, and its texts no elements. */
const tagPattern = /<text([^>]*)>([^<]*)<\/text>|<g([^>]*?)(\/?)>|<\/g>/g

/** @param replace returns the markup instead of a text; undefined keeps it */
export function replaceTexts(svg: string, replace: (text: SvgText) => string | undefined): string {
  const groups: string[][] = []
  return svg.replace(
    tagPattern,
    (
      whole,
      textAttributes?: string,
      content?: string,
      groupAttributes?: string,
      closed?: string,
    ) => {
      if (groupAttributes !== undefined) {
        if (closed === '') groups.push(classesOf(groupAttributes))
        return whole
      }
      if (textAttributes === undefined || content === undefined) {
        groups.pop()
        return whole
      }
      const classes = classesOf(textAttributes)
      const text: SvgText = {
        content: unescapeXml(content),
        classes,
        x: numberOf(textAttributes, 'x'),
        y: numberOf(textAttributes, 'y'),
        ...fontOf(classes, groups.flat()),
        isStruck: groups.at(-1)?.includes('removed') === true,
      }
      return replace(text) ?? whole
    },
  )
}

const classesOf = (attributes: string): string[] =>
  /class="([^"]*)"/.exec(attributes)?.[1]?.split(' ') ?? []
const numberOf = (attributes: string, name: string): number =>
  Number(new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1] ?? 0)
