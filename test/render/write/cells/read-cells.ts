/** Reads a drawing of characters: the boxes, and where each line goes. */

export interface ReadCells {
  /** Texts of boxes, their lines joined by a space. */
  readonly boxes: readonly string[]
  readonly connections: readonly ReadConnection[]
}

export interface ReadConnection {
  /** Texts of the boxes at both ends. */
  readonly from: string
  readonly to: string
  /** Texts that the line runs through. */
  readonly tags: readonly string[]
}

/** Finds a text of a line that covers a cell. */
type TagAt = (column: number, row: number) => string | undefined

interface Found {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

type Step = readonly [column: number, row: number]
const [up, right, down, left]: readonly Step[] = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
] as const
/** Where a line leaves a border. */
const ports: Readonly<Record<string, Step>> = {
  '┬': down,
  '┴': up,
  '├': right,
  '┤': left,
} as Record<string, Step>
const tips: Readonly<Record<string, Step>> = {
  '▲': up,
  '▶': right,
  '▼': down,
  '◀': left,
} as Record<string, Step>
const turns: Readonly<Record<string, readonly Step[]>> = {
  '╰': [up, right],
  '╭': [right, down],
  '╮': [left, down],
  '╯': [left, up],
} as Record<string, readonly Step[]>

/** @param tags unique texts of lines */
export function readCells(lines: readonly string[], tags: readonly string[] = []): ReadCells {
  // A wide letter has two cells.
  const grid = lines.map((line) =>
    [...line].flatMap((letter) => (/\p{Script=Han}/u.test(letter) ? [letter, ''] : [letter])),
  )
  const at = (column: number, row: number) => grid[row]?.[column] ?? ' '
  const boxes = boxesIn(grid, at)
  const boxAt = (column: number, row: number) =>
    boxes.find(
      (one) => one.left <= column && column <= one.right && one.top <= row && row <= one.bottom,
    )
  const tagAt: TagAt = (column, row) => {
    // Spaces around a text belong to it.
    const covers = (tag: string) =>
      [tag, ` ${tag} `].some((text) =>
        [...text].some((_, back) =>
          [...text].every((letter, i) => at(column - back + i, row) === letter),
        ),
      )
    return tags.find(covers)
  }
  const connections: ReadConnection[] = []
  grid.forEach((cells, row) => {
    cells.forEach((letter, column) => {
      const out = ports[letter]
      const from = boxAt(column, row)
      if (out === undefined || from === undefined) return
      const passed = new Set<string>()
      const to = boxAt(...follow([column, row], out, at, (x, y) => note(tagAt(x, y), passed)))
      if (to) connections.push({ from: from.text, to: to.text, tags: [...passed] })
    })
  })
  return { boxes: boxes.map(({ text }) => text), connections }
}

function note(tag: string | undefined, passed: Set<string>): boolean {
  if (tag !== undefined) passed.add(tag)
  return tag !== undefined
}

/** The cell behind the tip. */
function follow(
  [column, row]: Step,
  out: Step,
  at: (column: number, row: number) => string,
  passesTag: (column: number, row: number) => boolean,
): Step {
  let x = column
  let y = row
  let step = out
  for (let count = 0; count < 10_000; count++) {
    x = x + step[0]
    y = y + step[1]
    const letter = at(x, y)
    if (tips[letter] === step) return [x + step[0], y + step[1]]
    const turn = turns[letter]?.filter(([dx, dy]) => dx !== -step[0] || dy !== -step[1])
    if (turn) {
      if (turn.length !== 1)
        throw new Error(`a line enters ${letter} at ${x},${y} from the wrong side`)
      step = turn[0] as Step
    } else if (!(step[0] === 0 ? '│╎┼' : '─╌┼').includes(letter) && !passesTag(x, y)) {
      throw new Error(`a line meets "${letter}" at ${x},${y}`)
    }
  }
  throw new Error('a line has no end')
}

/** The box whose first corner is there. */
function boxFrom(start: number, top: number, at: (column: number, row: number) => string): Found {
  let end = start
  let bottom = top
  while (!'┐ '.includes(at(end, top))) end++
  while (!'└ '.includes(at(start, bottom))) bottom++
  if (at(end, bottom) !== '┘') throw new Error(`a box at ${start},${top} has no fourth corner`)
  const lines: string[] = []
  for (let row = top + 1; row < bottom; row++) {
    let line = ''
    for (let column = start + 1; column < end; column++) line += at(column, row)
    lines.push(line.trim())
  }
  return { text: lines.join(' ').trim(), left: start, right: end, top, bottom }
}

function boxesIn(
  grid: readonly (readonly string[])[],
  at: (column: number, row: number) => string,
): Found[] {
  const boxes: Found[] = []
  grid.forEach((cells, top) => {
    cells.forEach((letter, start) => {
      // Frames have dotted borders.
      if (letter === '┌' && '─┬┴'.includes(at(start + 1, top))) boxes.push(boxFrom(start, top, at))
    })
  })
  return boxes
}
