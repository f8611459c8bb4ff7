/**
 * Counts what is in a straight-line script. With less than the most of each, the sandbox surely
 * runs it to its end.
 */

/** Something has to run, so the sandbox runs the script. */
export class NotStraight extends Error {}

/**
 * The sandbox looks a variable up among all others, so uses count too. It reads what is in
 * parentheses again for each level. A script with the most of all takes about half of its steps.
 * Only texts that are made to have the same hash take more.
 */
const MOST = {
  characters: 500_000,
  records: 5_000,
  values: 100_000,
  variables: 500,
  uses: 10_000,
  parentheses: 10,
}

export class Tally {
  readonly #counts = { characters: 0, records: 0, values: 0, variables: 0, uses: 0, parentheses: 0 }

  /** @throws NotStraight if there are too many */
  add(what: keyof typeof MOST, amount = 1): void {
    this.#counts[what] += amount
    if (this.#counts[what] > MOST[what]) throw new NotStraight()
  }
}
