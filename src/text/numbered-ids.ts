/** Numbers ids that occur several times. */

/** The second of the same id is `id#2`, for nodes and for connections. */
export function numberedIds(): (id: string) => string {
  const met = new Map<string, number>()
  return (id) => {
    const number = (met.get(id) ?? 0) + 1
    met.set(id, number)
    return number === 1 ? id : `${id}#${number}`
  }
}
