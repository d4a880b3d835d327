import type { z } from 'zod'
import { didYouMean } from '../util/text.ts'

type Issue = z.core.$ZodIssue

/** Says what is wrong with a config: the first thing, by its place, and what may have been meant. */
export function explain(value: unknown, issues: readonly Issue[], knownKeys: readonly string[]): string {
  const { issue, path } = innermost(issues, [])
  const place = path.map(String).join('.')
  if (issue?.code === 'unrecognized_keys') {
    const key = issue.keys[0] ?? ''
    return `unknown key ${place === '' ? key : `${place}.${key}`}${meant(key, knownKeys)}`
  }
  return `${place === '' ? 'the config' : place}: ${problem(issue, at(value, path))}`
}

interface Place {
  readonly issue: Issue | undefined
  readonly path: readonly PropertyKey[]
}

/** A mistyped key says more than that the right one is missing; of alternatives the one that was begun says most. */
function innermost(issues: readonly Issue[], outer: readonly PropertyKey[]): Place {
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]
  const path = [...outer, ...(issue?.path ?? [])]
  if (issue?.code !== 'invalid_union' || issue.message !== 'Invalid input') return { issue, path }
  const begun = issue.errors.find(
    (each) => !each.some((inner) => inner.code === 'invalid_type' && inner.path.length === 0),
  )
  return begun === undefined ? { issue, path } : innermost(begun, path)
}

function problem(issue: Issue | undefined, received: unknown): string {
  if (received === undefined) return 'is missing'
  const values = issue === undefined ? [] : valuesOf(issue)
  if (values.length === 0) return issue?.message.replace(/^Invalid input: /, '') ?? 'invalid'
  return `must be ${values.join(', ')}${typeof received === 'string' ? meant(received, values) : ''}`
}

/** What may stand there, where that can be listed. */
function valuesOf(issue: Issue): readonly string[] {
  if (issue.code === 'invalid_value') return issue.values.map(String)
  return issue.code === 'invalid_union' && 'options' in issue ? (issue.options ?? []).map(String) : []
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (node, key) => (typeof node === 'object' && node !== null ? Reflect.get(node, key) : undefined),
    value,
  )
}

function meant(word: string, known: readonly string[]): string {
  const near = didYouMean(word, known)
  return near === undefined ? '' : ` (did you mean ${near}?)`
}
