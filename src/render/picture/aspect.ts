/** Compares the shape of a picture with the one that was asked for. */
import type { Size } from './direction.ts'

/** Up to this factor, a shape counts as the wanted one. */
export const nearAspect = 1.6

/** The factor between a shape and the wanted one; 1 if both are the same. */
export const aspectFactor = ({ width, height }: Size, wanted: number): number =>
  Math.max(width / height / wanted, (height / width) * wanted)

export interface AspectAnswer {
  /** Width and height, like `16:9`. */
  readonly asked: string
  readonly got: string
}

export const aspectAnswer = ({ width, height }: Size, wanted: number): AspectAnswer => ({
  asked: aspectText(wanted),
  got: aspectText(width / height),
})

/** One sentence for people; undefined if the picture has about the wanted shape. */
export function aspectSentence(size: Size, wanted: number): string | undefined {
  if (aspectFactor(size, wanted) <= nearAspect) return undefined
  const { asked, got } = aspectAnswer(size, wanted)
  return `Asked for the shape ${asked}, got ${got}.`
}

/** Whole numbers up to 16 if there are some, else 1 beside one with a digit. */
function aspectText(aspect: number): string {
  const long = Math.max(aspect, 1 / aspect)
  const unit = Array.from({ length: 16 }, (_, at) => at + 1)
  const isWhole = (number: number) => Math.abs(number - Math.round(number)) < 1e-9
  const short = unit.find((count) => isWhole(count * long))
  const sides =
    short === undefined ? [Number(long.toFixed(1)), 1] : [Math.round(short * long), short]
  return (aspect < 1 ? sides.reverse() : sides).join(':')
}
