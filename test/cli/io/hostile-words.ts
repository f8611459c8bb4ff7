/** Words that a shell would take apart, or run. */
export const hostileWords = [
  'two words',
  '',
  '& echo INJECTED',
  'a" & echo INJECTED & "b',
  'a"b c"d',
  'ends with \\',
  '> out.txt',
  '$(echo INJECTED)',
  '`echo INJECTED`',
  "it's",
  '--flag="x y"',
  ...'a&b " \\" C:\\a\\ ^ ^^& !x! | (a) a,b;c=d * ? [x] ümläut'.split(' '),
]
