/** The words for true and false in a table: a spreadsheet writes them in the language of its user. */

/** By their language: what Excel writes, and what people write. */
const PAIRS: readonly (readonly [yes: string, no: string])[] = [
  ['TRUE', 'FALSE'],
  ['yes', 'no'],
  ['y', 'n'],
  ['1', '0'],
  ['WAHR', 'FALSCH'],
  ['ja', 'nein'],
  ['VRAI', 'FAUX'],
  ['oui', 'non'],
  ['VERDADERO', 'FALSO'],
  ['sí', 'no'],
  ['VERO', 'FALSO'],
  ['sì', 'no'],
  ['VERDADEIRO', 'FALSO'],
  ['sim', 'não'],
  ['WAAR', 'ONWAAR'],
  ['ja', 'nee'],
  ['SANT', 'FALSKT'],
  ['ja', 'nej'],
  ['SAND', 'FALSK'],
  ['SANN', 'USANN'],
  ['ja', 'nei'],
  ['TOSI', 'EPÄTOSI'],
  ['PRAWDA', 'FAŁSZ'],
  ['tak', 'nie'],
  ['PRAVDA', 'NEPRAVDA'],
  ['ИСТИНА', 'ЛОЖЬ'],
  ['DOĞRU', 'YANLIŞ'],
]

/** Upper case, because the small letter of `I` is another one in Turkish. */
const plain = (word: string): string => word.trim().normalize('NFC').toUpperCase()

const VALUES = new Map(
  PAIRS.flatMap(([yes, no]): [string, boolean][] => [
    [plain(yes), true],
    [plain(no), false],
  ]),
)

/** Undefined for an unknown word. */
export const booleanOfWord = (word: string): boolean | undefined => VALUES.get(plain(word))

/** All words but the first two, for a message. */
export const BOOLEAN_WORDS = PAIRS.slice(1)
  .map(([yes, no]) => `${yes}/${no}`)
  .join(', ')
