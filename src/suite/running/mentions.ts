import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Operation } from '../../model/operation.ts'

const quoted = /(['"`])([A-Z]+ [^'"`\n]*)\1/g

/** Finds operations in suite files that didn't run in this worker, which doesn't see their calls. `${…}` matches one segment. */
export function mentionedInOtherFiles(
  { path, api }: { readonly path: string; readonly api: string },
  ran: (path: string) => boolean,
  operations: readonly Operation[],
): ReadonlySet<string> {
  const folder = dirname(path)
  const ending = basename(path).replace(/^[^.]*/, '')
  const files = readdirSync(folder).map((name) => join(folder, name))
  const others = files.filter((file) => file.endsWith(ending) && file !== path && !ran(file) && statSync(file).isFile())
  const opening = new RegExp(`\\bapi:\\s*(['"\`])${escaped(api)}\\1`)
  const texts = others.map((file) => readFileSync(file, 'utf8')).filter((text) => opening.test(text))
  const patterns = texts.flatMap(patternsIn)
  return new Set(operations.map(({ key }) => key).filter((key) => patterns.some((pattern) => pattern.test(key))))
}

function patternsIn(text: string): RegExp[] {
  return Array.from(text.matchAll(quoted), ([, , name = '']) => {
    const parts = name.split(/\$\{[^}]*\}/).map(escaped)
    return new RegExp(`^${parts.join('[^/]+')}$`)
  })
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
