import type { Json } from '../../../../model/json.ts'
import type { NormalSchema } from '../../../../schema/normal-form/normal.ts'
import { equalJson } from '../../../../util/json.ts'
import { isStabilityLevel } from '../../lifecycle.ts'
import { compareDiscriminator } from '../unions/discriminator.ts'
import type { SchemaPair, Scope } from '../unit.ts'

const textKeywords = ['title', 'description', 'example', 'examples', 'externalDocs'] as const

/** Compares keywords that don't restrict values: default, access, deprecation, discriminator, documentation. */
export function compareAnnotations(pair: SchemaPair): void {
  const { before, after, emit } = pair
  const [value, valueNow] = [before, after].map(({ annotations }) => annotations.get('default')?.value)
  if (!equalJson(value, valueNow)) emit('schema.default', value, valueNow, 'none', spotOf(pair, 'default'))
  compareDiscriminator(pair)
  const [wasAccess, isAccess] = [accessOf(before), accessOf(after)]
  if (wasAccess !== isAccess) {
    const keyword = isAccess === 'readWrite' ? wasAccess : isAccess
    emit('schema.access', wasAccess, isAccess, 'none', spotOf(pair, keyword))
  }
  const [was, is] = [flag(before, 'deprecated'), flag(after, 'deprecated')]
  if (was !== is) emit('deprecation', was, is, 'none', spotOf(pair, 'deprecated'))
  const [sunset, sunsetNow] = [sunsetIn(before), sunsetIn(after)]
  if (sunset !== sunsetNow) emit('sunset', sunset, sunsetNow, 'none', spotOf(pair, 'x-sunset'))
  const [level, levelNow] = [levelIn(before), levelIn(after)]
  if (level !== levelNow) emit('operation.stability', level, levelNow, 'none', spotOf(pair, 'x-stability-level'))
  compareTexts(pair)
}

/** Limits a pair with different `readOnly` or `writeOnly` flags to the directions in which both versions send the value. */
export function withinAccess(pair: SchemaPair): SchemaPair {
  const access = [accessOf(pair.before), accessOf(pair.after)]
  if (access[0] === access[1]) return pair
  const sent = { request: !access.includes('readOnly'), response: !access.includes('writeOnly') }
  const within = (scope: Scope = sent): Scope => ({
    request: scope.request && sent.request,
    response: scope.response && sent.response,
  })
  return {
    ...pair,
    emit: (kind, was, is, effect, spot, options = {}) =>
      pair.emit(kind, was, is, effect, spot, { ...options, scope: within(options.scope) }),
    child: (step, was, is, polarity, scope) => pair.child(step, was, is, polarity, within(scope)),
    link: (step, below, scope) => pair.link(step, below, within(scope)),
  }
}

function levelIn({ annotations }: NormalSchema): string | undefined {
  const written = annotations.get('x-stability-level')?.value
  return typeof written === 'string' && isStabilityLevel(written) ? written : undefined
}

function sunsetIn({ annotations }: NormalSchema): string | undefined {
  const written = annotations.get('x-sunset')?.value
  return typeof written === 'string' ? written : undefined
}

function compareTexts(pair: SchemaPair): void {
  const { before, after, emit } = pair
  const changed = textKeywords.filter((keyword) => {
    // An example moves between `example` and `examples` with the dialect, which is not an edit.
    if (keyword.startsWith('example') && pair.base.document.dialect !== pair.revision.document.dialect) return false
    return !equalJson(before.annotations.get(keyword)?.value, after.annotations.get(keyword)?.value)
  })
  const [first] = changed
  if (first === undefined) return
  const texts = (normal: NormalSchema): Record<string, Json> | undefined => {
    const keywords = changed.filter((keyword) => normal.annotations.has(keyword))
    if (keywords.length === 0) return undefined
    return Object.fromEntries(keywords.map((keyword) => [keyword, normal.annotations.get(keyword)?.value ?? null]))
  }
  emit('documentation', texts(before), texts(after), 'none', spotOf(pair, first))
}

function spotOf({ before, after }: SchemaPair, keyword: string) {
  return {
    base: before.annotations.get(keyword)?.pointer ?? before.pointer,
    revision: after.annotations.get(keyword)?.pointer ?? after.pointer,
    location: after.annotations.has(keyword) || !before.annotations.has(keyword) ? after.pointer : before.pointer,
  }
}

function flag(normal: NormalSchema, keyword: string): boolean {
  return normal.annotations.get(keyword)?.value === true
}

function accessOf(normal: NormalSchema): 'readOnly' | 'writeOnly' | 'readWrite' {
  return flag(normal, 'readOnly') ? 'readOnly' : flag(normal, 'writeOnly') ? 'writeOnly' : 'readWrite'
}
