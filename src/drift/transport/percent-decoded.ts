/** A part of a URL as it is meant; unchanged where it holds a `%` that encodes nothing. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
