import type { FuncKeywordDefinition, Options } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Json } from '../../model/json.ts'
import { formats } from '../formats/formats.ts'
import { compilePattern } from '../patterns/patterns.ts'
import { membership } from '../validation/membership.ts'
import { keepEvaluated, unevaluatedItems } from './evaluated.ts'
import { limits, type OwnAssertion, ownAssertions } from './own-assertions.ts'

type OwnKeyword = FuncKeywordDefinition & { readonly keyword: string }

const ownKeywords: readonly OwnKeyword[] = [
  ...ownAssertions.map(keywordOf),
  { keyword: 'enum', schemaType: 'array', compile: (values: Json[]) => membership(values) },
  { keyword: 'const', compile: (value: Json) => membership([value]) },
]
const exactKeywords = limits.map(keywordOf)

function keywordOf({ keyword, type, schemaType, holds }: OwnAssertion): OwnKeyword {
  return { keyword, type, schemaType, validate: holds }
}

/** ajv for JSON Schema 2020-12. Stock ajv always tracks evaluated properties and items; this class tracks them only on request. */
export class Ajv extends Ajv2020 {
  constructor(options: Options) {
    super(options)
    this.opts.unevaluated = options.unevaluated === true
  }

  override _addVocabularies(): void {
    if (vocabulary === undefined) {
      super._addVocabularies()
      vocabulary = { ...this.RULES }
    }
    Object.assign(this.RULES, copyOf(vocabulary))
  }
}

/** Cached 2020-12 keyword definitions. Letting ajv register them for each instance takes as long as compiling a small schema. */
let vocabulary: Ajv['RULES'] | undefined

/** Copies the keyword registry, so that one instance can remove or add keywords without affecting the others. */
function copyOf({ types, rules, post, all, keywords }: Ajv['RULES']): Ajv['RULES'] {
  const groups = new Map(rules.map((group) => [group, { ...group, rules: [...group.rules] }]))
  const copied: Record<string, unknown> = {}
  for (const [type, group] of Object.entries(types))
    copied[type] = typeof group === 'object' ? groups.get(group) : group
  return {
    // Each type points to a group of `rules`, or to a boolean.
    types: copied as Ajv['RULES']['types'],
    rules: [...groups.values()],
    post: { ...post, rules: [...post.rules] },
    all: { ...all },
    keywords: { ...keywords },
  }
}

/** Creates an ajv instance that doesn't change values. Patterns match in linear time. `isExact`: compare numbers by all digits. */
export function createAjv(options: Options, isExact: boolean): Ajv {
  const regExp = Object.assign((source: string) => compilePattern(source), { code: 'compilePattern' })
  const ajv = new Ajv({
    ...options,
    strict: false,
    meta: false,
    validateSchema: false,
    addUsedSchema: false,
    inlineRefs: false,
    logger: false,
    // ajv's optimizer takes more than linear time on large schemas and brings no measurable gain.
    code: { regExp, optimize: false },
  })
  for (const definition of isExact ? [...ownKeywords, ...exactKeywords] : ownKeywords) {
    ajv.removeKeyword(definition.keyword)
    ajv.addKeyword(definition)
  }
  putLast(ajv, 'prefixItems')
  ajv.removeKeyword(unevaluatedItems.keyword as string)
  ajv.addKeyword(unevaluatedItems)
  if (options.unevaluated === true) keepEvaluated(ajv)
  for (const [name, format] of formats) ajv.addFormat(name, format)
  return ajv
}

/** Moves a keyword to the end: after a tuple longer than the list, ajv skips array keywords, but `unevaluatedItems` must run. */
function putLast({ RULES }: Ajv, keyword: string): void {
  for (const { rules } of RULES.rules) {
    const rule = rules.find((one) => one.keyword === keyword)
    if (rule === undefined) continue
    const others = rules.filter((one) => one !== rule && !one.keyword.startsWith('unevaluated'))
    const last = rules.filter((one) => one.keyword.startsWith('unevaluated'))
    rules.splice(0, rules.length, ...others, rule, ...last)
  }
}
