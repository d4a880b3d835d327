import type { Json } from '../../model/json.ts'
import { patternExamples } from '../../schema/patterns/example.ts'
import { isObject } from '../../util/json.ts'

/** The names and values in the text of a schema: what a value has to contain to be restricted by it. */
export interface Vocabulary {
  /** Names of properties, those its patterns match among them. */
  readonly names: readonly string[]
  /** Values it lists, texts its patterns match, and numbers and texts around its bounds. */
  readonly values: readonly Json[]
}

const maxTerms = 12

/** Collects the terms of the given keywords, `$ref`s not followed: enough to build values that a change is about. */
export function vocabularyOf(keywords: readonly { readonly keyword: string; readonly value: Json }[]): Vocabulary {
  const names = new Set<string>()
  const values = new Set<Json>()
  for (const { keyword, value } of keywords) collect(keyword, value, { names, values })
  return { names: [...names].slice(0, maxTerms), values: [...values].slice(0, maxTerms) }
}

interface Terms {
  readonly names: Set<string>
  readonly values: Set<Json>
}

function collect(keyword: string, value: Json, terms: Terms): void {
  const { names, values } = terms
  if (keyword.startsWith('dependentSchemas/')) names.add(keyword.slice('dependentSchemas/'.length))
  // The change of `patternProperties` names the pattern alone.
  if (keyword === 'patternProperties' && typeof value === 'string') addMatching(value, names)
  else if (keyword === 'pattern' && typeof value === 'string') addMatching(value, values)
  else if (keyword === 'const') values.add(value)
  else if (typeof value === 'number') addAround(keyword, value, values)
  else if (Array.isArray(value)) collectList(keyword, value, terms)
  else if (isObject(value)) {
    for (const [key, inner] of Object.entries(value)) {
      if (namesProperties.has(keyword)) names.add(key)
      if (keyword === 'patternProperties') addMatching(key, names)
      // Under a freely chosen name there is a schema, whatever the name looks like.
      collect(namesProperties.has(keyword) || keyword === 'patternProperties' ? '' : key, inner, terms)
    }
  }
}

const namesProperties = new Set(['properties', 'dependentRequired', 'dependentSchemas', 'dependencies'])

function collectList(keyword: string, list: readonly Json[], terms: Terms): void {
  // The change of a choice names its branches.
  if (/^(oneOf|anyOf)$/.test(keyword) && list.every((item) => typeof item === 'string')) return
  for (const item of list) {
    if (keyword === 'enum') terms.values.add(item)
    else if (typeof item !== 'string') collect('', item, terms)
    // A dependency is written `name → wanted`.
    else if (keyword !== 'type') for (const name of item.split(' → ')) terms.names.add(name)
  }
}

function addMatching(pattern: string, found: Set<string> | Set<Json>): void {
  for (const text of patternExamples(pattern).slice(0, 2)) found.add(text)
}

function addAround(keyword: string, value: number, values: Set<Json>): void {
  if (!keyword.endsWith('Length')) for (const near of [value, value - 1, value + 1]) values.add(near)
  else if (value <= 1000) for (const size of [value, value + 1, value - 1]) values.add('a'.repeat(Math.max(0, size)))
}
