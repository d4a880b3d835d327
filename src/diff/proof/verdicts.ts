import type { Json } from '../../model/json.ts'
import type { CompiledSchema } from '../../model/observation.ts'
import { canonical } from '../../util/json.ts'

/** ajv's verdicts on messages. A schema that can't be compiled gives no verdict. */
export interface Verdicts {
  /** Returns whether any form of the message is accepted. */
  isAcceptedBy(schema: CompiledSchema, forms: readonly Json[]): boolean
  /** Returns whether all forms of the message are rejected. */
  isRefusedBy(schema: CompiledSchema, forms: readonly Json[]): boolean
}

/** Creates cached verdicts. Edits in branches of one union share proof messages, so short ones are validated once. */
export function createVerdicts(): Verdicts {
  const known = new WeakMap<CompiledSchema, Map<string, boolean | undefined>>()
  // Each form is tested under one version, then under the other.
  let last: { readonly form: Json; readonly text: string | undefined } | undefined
  const textOf = (form: Json): string | undefined => {
    if (last?.form !== form) last = { form, text: isShort(form) ? canonical(form) : undefined }
    return last.text
  }
  const verdictOf = (schema: CompiledSchema, form: Json): boolean | undefined => {
    const text = textOf(form)
    if (text === undefined) return schema.accepts(form)
    const ofSchema = known.get(schema) ?? new Map<string, boolean | undefined>()
    known.set(schema, ofSchema)
    if (ofSchema.has(text)) return ofSchema.get(text)
    if (ofSchema.size >= mostKnown) ofSchema.clear()
    const verdict = schema.accepts(form)
    ofSchema.set(text, verdict)
    return verdict
  }
  const attempt = (use: () => boolean): boolean => {
    try {
      return use()
    } catch {
      return false
    }
  }
  return {
    isAcceptedBy: (schema, forms) => attempt(() => forms.some((form) => verdictOf(schema, form) === true)),
    isRefusedBy: (schema, forms) => attempt(() => forms.every((form) => verdictOf(schema, form) === false)),
  }
}

const [mostKnown, mostMembers] = [10_000, 12]

/** Returns whether serializing the value is cheaper than validating it. */
function isShort(value: Json): boolean {
  let left = mostMembers
  const open = [value]
  for (const one of open) {
    if (typeof one === 'string' && one.length > 200) return false
    if (typeof one !== 'object' || one === null) continue
    const members = Object.values(one)
    left -= members.length
    if (left < 0) return false
    open.push(...members)
  }
  return true
}
