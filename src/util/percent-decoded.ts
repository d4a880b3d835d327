/** A part of a URL without its percent-encoding (RFC 3986 §2.1); unchanged where a `%` encodes nothing, or no UTF-8. */
export function percentDecoded(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
