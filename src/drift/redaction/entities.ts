const ascii =
  'quot " apos \' amp & lt < gt > num # percnt % plus + sol / bsol \\ equals = excl ! lpar ( rpar ) ast * grave ` lowbar _ ' +
  'commat @ colon : semi ; comma , period . quest ? dollar $ lsqb [ rsqb ] lbrack [ rbrack ] lcub { rcub } lbrace { rbrace } ' +
  'verbar | vert | hat ^ Hat ^ midast *'

/** Entity names of U+00A0 to U+00FF, in code point order. */
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para ' +
  'middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave ' +
  'Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc ' +
  'Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc ' +
  'iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'

const named = new Map<string, string>([
  ...latin.split(' ').map((name, index): [string, string] => [name, String.fromCharCode(0xa0 + index)]),
  ...[...ascii.matchAll(/(\S+) (\S)/g)].map(([, name = '', character = '']): [string, string] => [name, character]),
  ['Tab', '\t'],
  ['NewLine', '\n'],
])

/** Returns the character of `&name;` in ASCII or ISO 8859-1 (HTML §13.5). Accepts upper case if it names no other character. */
export function namedCharacter(name: string): string | undefined {
  return named.get(name) ?? (name === name.toUpperCase() ? named.get(name.toLowerCase()) : undefined)
}
