import type { z } from 'zod'
import { meant } from '../util/text.ts'
import { type KnownKey, keyMeant } from './known-keys.ts'

type Issue = z.core.$ZodIssue

export interface Problem {
  readonly path: readonly PropertyKey[]
  /** Starts with the path and may end with a suggestion. */
  readonly message: string
}

/** Converts validation issues to problems, in schema order. */
export function explain(value: unknown, issues: readonly Issue[], known: readonly KnownKey[]): readonly Problem[] {
  return problemsOf(value, issues, [], known)
}

function problemsOf(
  value: unknown,
  issues: readonly Issue[],
  outer: readonly PropertyKey[],
  known: readonly KnownKey[],
): readonly Problem[] {
  const problems: Problem[] = []
  const missing = new Set<string>()
  for (const issue of issues) {
    const path = [...outer, ...issue.path]
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) {
        const near = keyMeant(key, path, known)
        if (near !== undefined) missing.add([...path, near].map(String).join('.'))
        problems.push({
          path: [...path, key],
          message: `unknown key ${[...path, key].map(String).join('.')}${suggestion(near)}`,
        })
      }
      continue
    }
    const begun = issue.code === 'invalid_union' ? alternativeOf(issue) : undefined
    if (begun !== undefined) {
      problems.push(...problemsOf(value, begun, path, known))
      continue
    }
    const location = path.map(String).join('.')
    problems.push({ path, message: `${location === '' ? 'the config' : location}: ${problem(issue, at(value, path))}` })
  }
  // A mistyped key is more helpful than the resulting "is missing", so the latter is dropped.
  return problems.filter(
    ({ path, message }) => !(message.endsWith(': is missing') && missing.has(path.map(String).join('.'))),
  )
}

/** Returns the issues of the union branch that the value most likely intends. */
function alternativeOf(issue: Issue & { readonly code: 'invalid_union' }): readonly Issue[] | undefined {
  if (issue.message !== 'Invalid input') return undefined
  return issue.errors.find((each) => !each.some(isOfAnotherKind))
}

function isOfAnotherKind({ code, path }: Issue): boolean {
  return path.length === 0 && (code === 'invalid_type' || code === 'invalid_value')
}

function problem(issue: Issue | undefined, received: unknown): string {
  if (received === undefined) return 'is missing'
  const values = issue === undefined || issue.code === 'invalid_type' ? [] : valuesOf(issue)
  if (values.length === 0) return wording(issue)
  return `must be ${values.join(', ')}${typeof received === 'string' ? meant(received, values) : ''}`
}

function wording(issue: Issue | undefined): string {
  // The nested issue explains an invalid key.
  const message = issue?.code === 'invalid_key' ? issue.issues[0]?.message : issue?.message
  return message?.replace(/^Invalid input: /, '').replace('expected record', 'expected object') ?? 'invalid'
}

/** Returns the allowed values, if they can be listed. */
function valuesOf(issue: Issue): readonly string[] {
  if (issue.code === 'invalid_value') return issue.values.map(String)
  if (issue.code === 'invalid_type') return [kinds[issue.expected] ?? issue.expected]
  if (issue.code !== 'invalid_union') return []
  return 'options' in issue
    ? (issue.options ?? []).map(String)
    : issue.errors.flatMap(([first]) => (first ? valuesOf(first) : []))
}

const kinds: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'an object',
  record: 'an object',
  string: 'a string',
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (node, key) => (typeof node === 'object' && node !== null ? Reflect.get(node, key) : undefined),
    value,
  )
}

function suggestion(near: string | undefined): string {
  return near === undefined ? '' : ` (did you mean ${near}?)`
}
