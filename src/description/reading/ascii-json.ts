import { isAscii } from 'node:buffer'

const backslash = 92
const blockSize = 4096

/** Escapes non-ASCII characters (RFC 8259 §7) to save memory. Undefined if a backslash precedes one, which changes its meaning. */
export function asciiJson(bytes: Buffer): string | undefined {
  if (isAscii(bytes)) return bytes.toString('latin1')
  let text = ''
  let from = 0
  for (let block = 0; block < bytes.length; block += blockSize) {
    const end = Math.min(block + blockSize, bytes.length)
    if (end <= from || isAscii(bytes.subarray(block, end))) continue
    for (let at = Math.max(block, from); at < end; at++) {
      if ((bytes[at] ?? 0) < 0x80) continue
      if (bytes[at - 1] === backslash) return undefined
      const start = at
      while ((bytes[at] ?? 0) >= 0x80) at++
      text += bytes.toString('latin1', from, start) + escaped(bytes.toString('utf8', start, at))
      from = at
    }
  }
  return text + bytes.toString('latin1', from)
}

function escaped(text: string): string {
  let written = ''
  for (let index = 0; index < text.length; index++)
    written += `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`
  return written
}
