/** A page whose policy forbids `eval` cannot ask its engine if a text is JavaScript. */

export const isJavaScript = (_text: string): boolean | undefined => undefined
