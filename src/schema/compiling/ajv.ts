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

/** ajv for JSON Schema 2020-12, which always tracks what was evaluated unless switched off afterwards. */
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

/** The keywords of 2020-12. ajv defines them one by one for each instance, which takes as long as to compile a small schema. */
let vocabulary: Ajv['RULES'] | undefined

/** The same keywords, which may be removed and added without changing those of others. */
function copyOf({ types, rules, post, all, keywords }: Ajv['RULES']): Ajv['RULES'] {
  const groups = new Map(rules.map((group) => [group, { ...group, rules: [...group.rules] }]))
  const copied: Record<string, unknown> = {}
  for (const [type, group] of Object.entries(types))
    copied[type] = typeof group === 'object' ? groups.get(group) : group
  return {
    // Each type has the group that is in the list, or none.
    types: copied as Ajv['RULES']['types'],
    rules: [...groups.values()],
    post: { ...post, rules: [...post.rules] },
    all: { ...all },
    keywords: { ...keywords },
  }
}

/** Makes an instance that never changes a value, and never backtracks. `isExact` compares by all digits. */
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
    // Its optimizer takes longer than linear time on large schemas, and gains nothing that can be measured.
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

/** After a tuple that is longer than the list, ajv leaves out the keywords about lists that follow. What is evaluated counts after all. */
function putLast({ RULES }: Ajv, keyword: string): void {
  for (const { rules } of RULES.rules) {
    const rule = rules.find((one) => one.keyword === keyword)
    if (rule === undefined) continue
    const others = rules.filter((one) => one !== rule && !one.keyword.startsWith('unevaluated'))
    const last = rules.filter((one) => one.keyword.startsWith('unevaluated'))
    rules.splice(0, rules.length, ...others, rule, ...last)
  }
}
