/** Finds the texts of an SVG that topo wrote. */
import { fontOf } from '../../render/index.ts'
import { unescapeXml } from '../../text/safe/for-xml.ts'
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

/** Attributes of topo's SVG contain no `>`, and its texts no elements but links. */
const tagPattern =
  /<text(?<textAttributes>[^>]*)>(?<content>(?:[^<]|<\/?a\b[^>]*>)*)<\/text>|<g(?<groupAttributes>[^>]*?)(?<closed>\/?)>|<\/g>/g

/** The groups of the pattern; undefined for those of other tags. */
interface Tag {
  readonly textAttributes?: string
  readonly content?: string
  readonly groupAttributes?: string
  readonly closed?: string
}

/** @param replace returns the markup instead of a text; undefined keeps it */
export function replaceTexts(svg: string, replace: (text: SvgText) => string | undefined): string {
  /** Classes of the open groups, from the outermost. */
  const groups: string[][] = []
  return svg.replace(tagPattern, (whole: string, ...rest: unknown[]) => {
    const { textAttributes, content, groupAttributes, closed } = rest.at(-1) as Tag
    if (groupAttributes !== undefined) {
      if (closed === '') groups.push(classesOf(groupAttributes))
      return whole
    }
    if (textAttributes === undefined || content === undefined) {
      groups.pop()
      return whole
    }
    return replace(textOf(textAttributes, content, groups)) ?? whole
  })
}

function textOf(
  attributes: string,
  content: string,
  groups: readonly (readonly string[])[],
): SvgText {
  const classes = classesOf(attributes)
  return {
    content: unescapeXml(content.replace(/<[^>]*>/g, '')),
    classes,
    x: numberOf(attributes, 'x'),
    y: numberOf(attributes, 'y'),
    ...fontOf(classes, groups.flat()),
    isStruck: groups.at(-1)?.includes('removed') === true,
  }
}

const classesOf = (attributes: string): string[] =>
  /class="([^"]*)"/.exec(attributes)?.[1]?.split(' ') ?? []
const numberOf = (attributes: string, name: string): number =>
  Number(new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1] ?? 0)
