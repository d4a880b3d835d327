import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Json } from '../../model/json.ts'

type Values = Readonly<Record<string, Readonly<Record<string, Json>>>>

/** Extracts literal path parameters from suites: `api.call('GET /items/{id}', { path: { id: '42' } })`. Ignores computed values. */
export function valuesInSuites(texts: readonly string[]): Values {
  const found: Record<string, Record<string, Json>> = {}
  for (const text of texts) {
    for (const match of text.matchAll(/(['"`])([A-Z]+ \/[^'"`\n$]*)\1\s*,\s*\{/g)) {
      const rest = text.slice(match.index + match[0].length, match.index + match[0].length + 500)
      // Up to the next call.
      const own = rest.split(/(['"`])[A-Z]+ \//, 1)[0] ?? ''
      const path = /\bpath:\s*\{([^{}]*)\}/.exec(own)?.[1]
      if (path === undefined || isRefusal(own)) continue
      const key = match[2] ?? ''
      found[key] = { ...literalsIn(path), ...found[key] }
    }
  }
  return Object.fromEntries(Object.entries(found).filter(([, values]) => Object.keys(values).length > 0))
}

/** Like `valuesInSuites`, for files relative to `cwd`. */
export async function readSuiteValues(files: readonly string[], cwd: string): Promise<Values> {
  return valuesInSuites(await Promise.all(files.map((file) => readFile(join(cwd, file), 'utf8'))))
}

/** Returns whether the call expects a 4xx, so its values may not exist. */
function isRefusal(text: string): boolean {
  return /\bexpect:\s*(\[\s*)?['"]?4/.test(text)
}

function literalsIn(path: string): Record<string, Json> {
  const entries = path.matchAll(
    /(?:^|,)\s*(['"]?)([\w-]+)\1\s*:\s*(?:(['"])((?:(?!\3)[^\\\n])*)\3|(-?\d+(?:\.\d+)?))\s*(?=,|$)/g,
  )
  return Object.fromEntries(Array.from(entries, ([, , name = '', , text, number]) => [name, text ?? Number(number)]))
}
