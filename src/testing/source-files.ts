import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/** Source folder. */
export const root = resolve(import.meta.dirname, '..')
/** All source files including tests, relative to `root`, sorted. */
export const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('/fixtures/'))
  .sort()
/** Returns true for test files. */
export const isTest = (file: string) => /\.test\.tsx?$/.test(file)
export const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
/** Returns a file's text without comments. */
export const codeOf = (file: string) => textOf(file).replace(/^\s*(\/\*[\s\S]*?\*\/|\/\/.*$)/gm, '')

/** Returns import specifiers as written. */
export function importsOf(file: string): string[] {
  const text = codeOf(file)
  return Array.from(text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g), ([, specifier]) => specifier ?? '')
}

/** Returns the source files that a file imports. */
export function localImports(file: string): string[] {
  return importsOf(file)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => relative(root, resolve(root, dirname(file), specifier)).replaceAll('\\', '/'))
}

/** Returns the first import cycle, with its first file repeated at the end. Empty if there is none. */
export function circleIn(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>()
  const visit = (file: string, way: readonly string[]): string[] => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file]
    if (done.has(file)) return []
    for (const next of graph.get(file) ?? []) {
      const circle = visit(next, [...way, file])
      if (circle.length > 0) return circle
    }
    done.add(file)
    return []
  }
  for (const file of graph.keys()) {
    const circle = visit(file, [])
    if (circle.length > 0) return circle
  }
  return []
}
