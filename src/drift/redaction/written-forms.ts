/** A way that a secret is written before anything in it is escaped. */
export interface WrittenForm {
  readonly text: string
  /** Found only in these very letters: too short to be distinguished from a word otherwise. */
  readonly isExact?: boolean
}

/** Shorter ones would be found everywhere by accident. */
export const shortestSecret = 4

/** A piece of base64 that may be found in any case, and one in its own letters. */
const shortestPiece = 6
const shortestExactPiece = 4

/**
 * The ways that a secret is written: as it is, without the space around it, composed and decomposed (Unicode §3.11), in
 * hexadecimal, and in base64 (RFC 4648 §4 and §5) alone or amid other text, escaped before or not. What may be escaped
 * character by character is for `Readings`.
 */
export function writtenForms(secret: string): readonly WrittenForm[] {
  const texts = [secret, secret.trim(), ...secretParts(secret)]
    .flatMap((text) => [text, text.normalize('NFC'), text.normalize('NFD')])
    .filter((text) => text.length >= shortestSecret)
  const forms = new Map<string, WrittenForm>()
  for (const text of new Set(texts)) {
    for (const form of packedForms(text)) if (!forms.has(form.text)) forms.set(form.text, form)
  }
  return [...forms.values()]
}

/** The payload and the signature of a JWT (RFC 7515 §7.1): its header is not secret, and is the same in all of a kind. */
function secretParts(secret: string): readonly string[] {
  return /^eyJ[\w-]+\.([\w-]{8,})\.([\w-]{8,})$/.exec(secret)?.slice(1) ?? []
}

/** A secret as it is packed: in UTF-8 or ISO 8859-1, escaped or not (RFC 6749 §2.3.1 wants a form in `Basic`). */
function bytesOf(secret: string): readonly Buffer[] {
  // Half a surrogate pair cannot be encoded.
  const whole = secret.replaceAll(/\p{Surrogate}/gu, '\ufffd')
  const component = encodeURIComponent(whole)
  const strict = component.replaceAll(/[!'()*~]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)
  const escaped = [
    component,
    strict,
    strict.replaceAll(/%../g, (found) => found.toUpperCase()),
    new URLSearchParams([['', whole]]).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
  ]
  const texts = [...new Set([whole, ...escaped])].map((text) => Buffer.from(text))
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ISO 8859-1.
  return /^[\x00-\xff]*$/.test(secret) && /[^ -~]/.test(secret) ? [...texts, Buffer.from(secret, 'latin1')] : texts
}

function packedForms(text: string): readonly WrittenForm[] {
  const [first, ...more] = bytesOf(text)
  if (first === undefined) return []
  const hex = first.toString('hex')
  const twice = Buffer.from(first.toString('base64')).toString('base64').replace(/=+$/, '')
  return [{ text }, { text: hex }, { text: twice }, ...[first, ...more].flatMap(base64Forms)]
}

function base64Forms(bytes: Buffer): readonly WrittenForm[] {
  const whole = bytes.toString('base64').replace(/=+$/, '')
  const pieces = [0, 1, 2].map((before) => pieceOf(bytes, before)).filter(({ length }) => length >= shortestExactPiece)
  const forms = [bytes.toString('base64'), whole, ...pieces].map(
    (text): WrittenForm => (text.length < shortestPiece ? { text, isExact: true } : { text }),
  )
  return forms.flatMap((form) => [form, { ...form, text: form.text.replaceAll('+', '-').replaceAll('/', '_') }])
}

/** What base64 shows of these bytes at any offset of the encoded text: `user:secret` as well as `secret`. */
function pieceOf(bytes: Buffer, before: number): string {
  const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
  // The first and the last digit may also hold bits of a neighbour.
  return text.slice(Math.ceil((before * 4) / 3), Math.floor(((before + bytes.length) * 4) / 3))
}
