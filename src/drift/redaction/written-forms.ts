/** A spelling of a secret before character escaping. */
export interface WrittenForm {
  readonly text: string
  /** Matches case-sensitively, because short base64 pieces resemble ordinary words. */
  readonly isExact?: boolean
}

/** Shorter secrets would match by accident. */
export const shortestSecret = 4

/** Minimum lengths of base64 pieces matched case-insensitively and case-sensitively. */
const shortestPiece = 6
const shortestExactPiece = 4

/** Returns the spellings of a secret: trimmed, Unicode NFC and NFD, hexadecimal, base64 (RFC 4648 §4, §5). `Readings` handles escapes. */
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

/** Returns the payload and signature of a JWT (RFC 7515 §7.1). The header isn't secret. */
function secretParts(secret: string): readonly string[] {
  return /^eyJ[\w-]+\.([\w-]{8,})\.([\w-]{8,})$/.exec(secret)?.slice(1) ?? []
}

/** Returns the bytes to encode: UTF-8 or ISO 8859-1, escaped or not (RFC 6749 §2.3.1 form-encodes `Basic` credentials). */
function bytesOf(secret: string): readonly Buffer[] {
  // A lone surrogate cannot be encoded.
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

/** Returns the base64 digits of these bytes after `before` other bytes, to find `secret` in encoded `user:secret`. */
function pieceOf(bytes: Buffer, before: number): string {
  const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
  // Drops the first and last digits, which may contain bits of neighbouring bytes.
  return text.slice(Math.ceil((before * 4) / 3), Math.floor(((before + bytes.length) * 4) / 3))
}
