/** UTF-8 text in base64, where there is no `Buffer`. */
export function base64Of(text: string): string {
  const bytes = new TextEncoder().encode(text)
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
