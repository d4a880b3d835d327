import type { z } from 'zod'
import { didYouMean } from '../util/text.ts'
import { type KnownKey, keyMeant } from './known-keys.ts'

type Issue = z.core.$ZodIssue

/** Says what is wrong with a config: the first thing, by its place, and what may have been meant. */
export function explain(value: unknown, issues: readonly Issue[], known: readonly KnownKey[]): string {
  const { issue, path } = innermost(issues, [])
  const place = path.map(String).join('.')
  if (issue?.code === 'unrecognized_keys') {
    const key = issue.keys[0] ?? ''
    return `unknown key ${place === '' ? key : `${place}.${key}`}${asked(keyMeant(key, path, known))}`
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
  const begun = issue.errors.find((each) => !each.some(isOfAnotherKind))
  return begun === undefined ? { issue, path } : innermost(begun, path)
}

function isOfAnotherKind({ code, path }: Issue): boolean {
  return path.length === 0 && (code === 'invalid_type' || code === 'invalid_value')
}

function problem(issue: Issue | undefined, received: unknown): string {
  if (received === undefined) return 'is missing'
  const values = issue === undefined || issue.code === 'invalid_type' ? [] : valuesOf(issue)
  if (values.length === 0) return wording(issue)
  return `must be ${values.join(', ')}${typeof received === 'string' ? asked(didYouMean(received, values)) : ''}`
}

function wording(issue: Issue | undefined): string {
  // A name that is no name: what the name must be is said inside.
  const message = issue?.code === 'invalid_key' ? issue.issues[0]?.message : issue?.message
  return message?.replace(/^Invalid input: /, '').replace('expected record', 'expected object') ?? 'invalid'
}

/** What may stand there, where that can be listed. */
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

function asked(near: string | undefined): string {
  return near === undefined ? '' : ` (did you mean ${near}?)`
}
