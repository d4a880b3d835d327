/** Splits joined `Set-Cookie` headers at line breaks and commas, except for the comma in an `Expires` date (RFC 6265 §3). */
export function cookiesIn(header: string): readonly string[] {
  return header.split(/[,\n](?=[^;,=]+=)/).map((cookie) => cookie.trim())
}
