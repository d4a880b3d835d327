/**
 * The cookies of a `Set-Cookie` header. Where several are one header, a comma or line break parts them; a comma also parts a weekday
 * from its date in `Expires` (RFC 6265 §3).
 */
export function cookiesIn(header: string): readonly string[] {
  return header.split(/[,\n](?=[^;,=]+=)/).map((cookie) => cookie.trim())
}
