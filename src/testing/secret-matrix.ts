/** Secrets with characters that need escaping, by kind. */
export const oddSecrets: Readonly<Record<string, string>> = {
  quotes: `it's "Qz7xVn" <&> \`b\``,
  spaces: '  two words Hm4wJt  and more',
  unicode: 'pässwört-Ωμ-🔑Kx8cPd-é',
  marks: `~!'()*Wp3yRb~!'()*`,
  percents: '100%25-Ld6sFg%2F%',
  base64: 'aB+c/dE9Tq2vNk+/zZ==',
  json: '{"k":"Bs5nGx\\n","n":[1]}',
  short: "k9'Z",
  long: `eyLong.${'Yw1mCz_~/'.repeat(60)}end`,
  containing: "k9'Z-and-Xr8tLq",
}

/** Part of each secret that no encoding changes. */
export const coresOfSecrets: Readonly<Record<string, string>> = {
  quotes: 'Qz7xVn',
  spaces: 'Hm4wJt',
  unicode: 'Kx8cPd',
  marks: 'Wp3yRb',
  percents: 'Ld6sFg',
  base64: 'dE9Tq2vNk',
  json: 'Bs5nGx',
  long: 'Yw1mCz',
  containing: 'Xr8tLq',
}

const bytes = (text: string): Buffer => Buffer.from(text)
const hexOf = (byte: number): string => byte.toString(16).padStart(2, '0')
const strict = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[~!'()*]/g, (odd) => `%${hexOf(odd.charCodeAt(0)).toUpperCase()}`)
const lower = (text: string): string => text.replaceAll(/%../g, (found) => found.toLowerCase())
const json = (text: string): string => JSON.stringify(text).slice(1, -1)
const escapedUnits = (text: string): string =>
  text.replaceAll(/[^A-Za-z0-9]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
const named: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }
const html = (text: string): string => text.replaceAll(/[&<>"']/g, (odd) => `&${named[odd]};`)
const references = (text: string, write: (point: number) => string): string =>
  text.replaceAll(/[^A-Za-z0-9 ]/gu, (odd) => `&#${write(odd.codePointAt(0) ?? 0)};`)
const base64 = (text: string): string => bytes(text).toString('base64')

/** Encodings of a secret. */
export const secretEncodings: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  'upper case': (text) => text.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase()),
  encodeURIComponent,
  'percent-encoded, RFC 3986': strict,
  'percent-encoded, lower case': (text) => lower(strict(text)),
  'percent-encoded, every byte': (text) => [...bytes(text)].map((byte) => `%${hexOf(byte)}`).join(''),
  'percent-encoded twice': (text) => strict(strict(text)),
  'percent-encoded three times': (text) => strict(strict(strict(text))),
  form: (text) => new URLSearchParams([['', text]]).toString().slice(1),
  json,
  'json, slashes escaped': (text) => json(text).replaceAll('/', '\\/'),
  'json, u-escapes': (text) => escapedUnits(text),
  'json, u-escapes in capitals': (text) =>
    escapedUnits(text).replaceAll(/u..../g, (found) => `u${found.slice(1).toUpperCase()}`),
  'json in json': (text) => json(json(text)),
  'json in json in json': (text) => json(json(json(text))),
  'json in a URL': (text) => strict(json(text)),
  'html, named': html,
  'html, decimal': (text) => references(text, String),
  'html, hexadecimal': (text) => references(text, (point) => `x${point.toString(16)}`),
  'html, hexadecimal in capitals': (text) => references(text, (point) => `X0${point.toString(16).toUpperCase()}`),
  'html twice': (text) => html(references(text, String)),
  'json in an html attribute': (text) => html(json(text)),
  'html in json': (text) => json(html(text)),
  base64,
  'base64 without padding': (text) => base64(text).replaceAll('=', ''),
  base64url: (text) => bytes(text).toString('base64url'),
  'base64 in json, slashes escaped': (text) => base64(text).replaceAll('/', '\\/'),
  'base64 in a URL': (text) => strict(base64(text)),
  hexadecimal: (text) => bytes(text).toString('hex'),
  'hexadecimal in capitals': (text) => bytes(text).toString('hex').toUpperCase(),
  'quoted-printable': (text) =>
    [...bytes(text)]
      .map((byte) =>
        byte > 32 && byte < 127 && byte !== 61 ? String.fromCharCode(byte) : `=${hexOf(byte).toUpperCase()}`,
      )
      .join('')
      .replaceAll(/(?:=..|[^=]){60}/g, '$&=\r\n'),
  'folded header': (text) => `${text.slice(0, 2)}\r\n ${text.slice(2)}`,
  'shell quotes': (text) => text.replaceAll("'", `'\\''`),
  'yaml quotes': (text) => text.replaceAll("'", "''"),
  markdown: (text) => text.replaceAll(/[!-/:-@[-`{-~]/g, (odd) => `\\${odd}`),
  'json pointer': (text) => text.replaceAll('~', '~0').replaceAll('/', '~1'),
}
