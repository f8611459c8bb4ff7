/**
 * The rules of the prose linter. A rule has a `pattern` for one sentence, or `maxWords`, and bad and good examples, which
 * the test runs. Code, quotations and interpolated values are hidden from the rules.
 */

/** @typedef {{ id: string, pattern?: RegExp, headings?: false, maxWords?: number, instead: string, reason: string, bad: string[], good: string[] }} Rule */

/** @type {Rule[]} */
export const rules = [
  {
    id: 'fix',
    pattern: /\bmend(?:s|ed|ing|able)?\b|\bunmended\b/i,
    instead: 'fix',
    reason: 'People search for "fix", and the flag is called --fix.',
    bad: ['Topo mends what it can.', 'not sent until it is mended'],
    good: ['Topo fixes the import.', 'The recommended way is an amendment.'],
  },
  {
    id: 'reported',
    pattern:
      /\b(?:is|are|was|were|be|been|being|not|may|as) (?:told|said)\b|\btold (?:of|apart|by|as)\b|\btells? of\b/i,
    instead: 'shown, reported, logged, distinguished',
    reason: 'Programs print, log and report; only people are told.',
    bad: [
      'The conflict is told as a warning.',
      'It tells of each change.',
      'Nothing is said about it.',
    ],
    good: ['The conflict is reported as a warning.', 'It reports each change.'],
  },
  {
    id: 'again',
    pattern: /\banew\b|\b(?:once|over) and over\b|\bafresh\b/i,
    instead: 'again',
    reason: 'A learner of English knows "again".',
    bad: ['The page is drawn anew.'],
    good: ['The page is drawn again.'],
  },
  {
    id: 'skipped',
    pattern: /\b(?:left|leaves?|leaving|let) (?:it |them |this |that |these |those )?alone\b/i,
    instead: 'skipped, not changed',
    reason: '"Left alone" does not say whether the file was read, skipped or kept.',
    bad: ['Other files are left alone.', 'It leaves them alone.'],
    good: ['Other files are not changed.'],
  },
  {
    id: 'only',
    pattern:
      /\b(?:files?|scripts?|one|it|that|this|them|these|those|key|name|text|command|page|machine|owner) alone\b(?! (?:is|are)\b)/i,
    instead: 'only',
    reason: '"Alone" after a noun is read as "lonely", and is easily missed.',
    bad: ['The failure stops that script alone.'],
    good: ['The failure stops only that script.'],
  },
  {
    id: 'restore',
    pattern: /\bput(?:s|ting)? (?:\w+ )?back\b/i,
    instead: 'restore',
    reason: 'The command is called restore.',
    bad: ['It puts them back.', 'The file is put back.'],
    good: ['It restores them.', 'The header is put into the file.'],
  },
  {
    id: 'whoever',
    pattern:
      /^\W*(?:Who|What|Which|When|Where)ever\b|^\W*Whether\b|\b(?:who|what)ever (?:is|has|reads|runs|asks|wants|opens|sends)\b/,
    instead: 'name the person or the thing',
    reason: 'The reader has to wait for the verb, and never learns who is meant.',
    bad: ['Whoever opens the page sees it.', 'Whether the file is there.'],
    good: [
      'A visitor of the page sees it.',
      'True if the file exists.',
      'Check whether the file exists.',
    ],
  },
  {
    id: 'subject',
    pattern:
      /^\W*(?:What(?! to do\b)|Which|Of(?! course\b)|As(?! (?:soon|long|far|few|many|much|typed|written|given|in|a result|an example)\b))\b[^?]*$/,
    headings: false,
    instead: 'start with the subject',
    reason: 'A sentence that starts with "What", "Which", "Of" or "As" hides its subject.',
    bad: ['What is not found is reported.', 'Of these it keeps one.', 'Which files it reads.'],
    good: [
      'Files that are not found are reported.',
      'As long as it runs, it retries.',
      'What does it cost?',
      'What to do next.',
    ],
  },
  {
    id: 'none',
    pattern: /\bthere (?:is|are|was|were) (?:none|nothing|no one|nobody)\b|\bif there is none\b/i,
    instead: 'name what is missing',
    reason: 'The message has to say what is missing: "No scripts found".',
    bad: ['There is none.', 'There is nothing to push.'],
    good: ['No scripts found.', 'Nothing to push.', 'There is no script "a".'],
  },
  {
    id: 'finish',
    pattern: /\b(?:is|are|was|be) ended\b/i,
    instead: 'stopped, or allowed to finish',
    reason: 'It is read as both "killed" and "allowed to finish".',
    bad: ['A running push is ended.'],
    good: ['A running push is allowed to finish.', 'The run ended.'],
  },
  {
    id: 'create',
    pattern: /\b[Bb]eg(?:ins?|an|un)\b(?! with\b)/,
    instead: 'create, or start',
    reason: 'Files are created and processes start.',
    bad: ['Begin a script.', 'The run has begun.'],
    good: ['Create a script.', 'Lines that begin with a dash.', 'the beginning of the file'],
  },
  {
    id: 'available',
    pattern: /\b(?:at|to) hand\b|\bon record\b|\bof (?:any |no |more |some )*use\b/i,
    instead: 'available, recorded, useful',
    reason: 'Idioms do not survive a translation.',
    bad: ['Keep the key at hand.', 'not on record', 'It is of no more use.'],
    good: ['Keep the key ready.', 'not recorded', 'the terms of service'],
  },
  {
    id: 'own',
    pattern:
      /\bof (?:its|their|his|her|our|your|one's) own\b(?! (?!(?:in|for|that|and|or|to|with|which|is|are|has|have|a|at|on|by|from|as)\b)\w)|\bbears? (?:the|a) name\b/i,
    instead: 'its own, a separate, a generated; has the name',
    reason: '"A name of its own" does not say what is different about the name.',
    bad: ['It gets a folder of its own.', 'No command bears the name.'],
    good: ['It gets its own folder.', 'Users are not notified of their own actions.'],
  },
  {
    id: 'place',
    pattern:
      /\b(?:stands?|standing|stood) (?:in|on|at|beside|before|above|below|behind|where|here|there|alone)\b/i,
    instead: 'is in, is at',
    reason: 'Texts and files do not stand.',
    bad: ['The token stands in the file.'],
    good: ['The token is in the file.', '`null` stands for a missing field.'],
  },
  {
    id: 'validate',
    pattern: /\bjudg(?:es?|ed|ing|ements?)\b/i,
    instead: 'validate, check',
    reason: 'The command is called validate.',
    bad: ['It judges a script.'],
    good: ['It validates a script.'],
  },
  {
    id: 'so-that',
    pattern: /^\W*So that\b/,
    instead: 'join it to the sentence before, or start with the subject',
    reason: '"So that …" is half a sentence.',
    bad: ['So that nothing is lost.'],
    good: ['Keeps the old file, so that nothing is lost.', 'So there is one request.'],
  },
  {
    id: 'plain-word',
    pattern:
      /\b(?:utiliz|utilis)\w+|\b(?:simply|easy|easily|obviously|just(?! (?:before|after|enough|above|below)\b))\b/i,
    instead: 'use "use"; leave the adverb out',
    reason: 'A long word says no more than "use", and a step is not easy for the one who is stuck.',
    bad: ['Utilize a key.', 'Simply run it.', 'It is easy.'],
    good: ['Use a key.', 'Run it.'],
  },
  {
    id: 'one-space',
    pattern: /[a-z,;:.)] {2,}[A-Za-z(]/,
    instead: 'one space',
    reason: 'Two spaces are left over from an edit.',
    bad: ['One  two three.'],
    good: ['One two three.'],
  },
  {
    id: 'length',
    maxWords: 30,
    instead: 'two sentences; aim at 20 words',
    reason: 'A sentence of more than 30 words is read twice.',
    bad: [`${'word '.repeat(30)}word.`],
    good: [`${'word '.repeat(29)}word.`],
  },
]
