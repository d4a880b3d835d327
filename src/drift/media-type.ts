/** `application/json` of `Application/JSON; charset=utf-8`: lower case, without parameters. */
export function bareType(type: string): string {
  return (type.split(';', 1)[0] ?? '').trim().toLowerCase()
}

/** Whether a media type is JSON: `application/json`, `text/json` or a `+json` suffix (RFC 6839 §3.1). */
export function isJsonType(type: string): boolean {
  return /^(application|text)\/json$|\+json$/.test(bareType(type))
}
