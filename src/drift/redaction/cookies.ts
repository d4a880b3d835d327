/**
 * Splits a `Set-Cookie` header into cookies. Joined headers are separated by commas or line breaks, but a comma inside an `Expires`
 * date is no separator (RFC 6265 §3).
 */
export function cookiesIn(header: string): readonly string[] {
  return header.split(/[,\n](?=[^;,=]+=)/).map((cookie) => cookie.trim())
}
