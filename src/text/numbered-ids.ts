/** Numbers ids and names that occur several times. */

/** The second of the same id is `id#2`, for nodes and for connections. */
export function numberedIds(): (id: string) => string {
  const met = new Map<string, number>()
  return (id) => {
    const number = (met.get(id) ?? 0) + 1
    met.set(id, number)
    return number === 1 ? id : `${id}#${number}`
  }
}

/** Returns a function that adds `-2` to a name that it has returned before; two names that differ only by case are the same. */
export function uniqueNames(separator = '-'): (name: string) => string {
  const taken = new Map<string, number>()
  return (name) => {
    const isTaken = (one: string) => taken.has(one.toLowerCase())
    let number = taken.get(name.toLowerCase()) ?? 1
    let free = name
    while (isTaken(free)) free = `${name}${separator}${++number}`
    taken.set(name.toLowerCase(), number)
    taken.set(free.toLowerCase(), 1)
    return free
  }
}
