/** Compares labels as readers do. */

/** The same for labels that differ only by case, spaces or punctuation: `Web app`, `web-app`, `WebApp`. `C` and `C++` differ. */
export function labelKey(label: string): string {
  const words = label.normalize('NFKC').toLowerCase()
  const key = words.replace(/[^\p{L}\p{M}\p{N}\p{Sm}#]+/gu, '')
  return key === '' ? words.trim() : key
}
