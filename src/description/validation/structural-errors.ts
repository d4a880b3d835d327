import type { Flaw } from '../../model/document.ts'
import type { Pointer } from '../../model/json.ts'

/** The used members of an ajv error. */
export interface StructuralError {
  readonly keyword: string
  readonly instancePath: Pointer
  readonly message?: string
  readonly params: Readonly<Record<string, unknown>>
}

const maxFlaws = 100
const choices = new Set(['oneOf', 'anyOf'])

/** Keeps one flaw per location: the deepest errors explain a failed `oneOf`. Joins listed values and ignores the `$ref` branch. */
export function structuralFlaws(errors: readonly StructuralError[], fallback: string): readonly Flaw[] {
  if (errors.length === 0) return [{ pointer: '', message: fallback }]
  const telling = errors.filter(
    (error) => !choices.has(error.keyword) && error.params.missingProperty !== '$ref' && error.keyword !== 'if',
  )
  const chosen = new Set(errors.filter(({ keyword }) => choices.has(keyword)).map((error) => error.instancePath))
  const ancestors = ancestorsOf(telling)
  const byLocation = new Map<Pointer, StructuralError[]>()
  for (const error of telling.length === 0 ? errors : telling) {
    const location = error.instancePath
    if (chosen.has(location) && ancestors.has(location)) continue
    byLocation.set(location, [...(byLocation.get(location) ?? []), error])
  }
  const flaws = [...byLocation].map(([pointer, found]) => ({ pointer, message: worded(found) }))
  if (flaws.length <= maxFlaws) return flaws
  const message = `not listed: ${flaws.length - maxFlaws} more locations that break the specification`
  return [...flaws.slice(0, maxFlaws), { pointer: '', message }]
}

function ancestorsOf(errors: readonly StructuralError[]): ReadonlySet<Pointer> {
  const found = new Set<Pointer>()
  for (const { instancePath } of errors)
    for (let end = instancePath.lastIndexOf('/'); end > 0; end = instancePath.lastIndexOf('/', end - 1))
      found.add(instancePath.slice(0, end))
  return found
}

function worded(errors: readonly StructuralError[]): string {
  const values = errors.flatMap(({ params }) => (Array.isArray(params.allowedValues) ? params.allowedValues : []))
  const others = errors.filter(({ keyword }) => keyword !== 'enum').map(describeError)
  const allowed = values.length === 0 ? [] : [`must be one of ${[...new Set(values)].join(', ')}`]
  return [...new Set([...allowed, ...others])].join('; ')
}

function describeError({ message = 'is not valid', params }: StructuralError): string {
  const name = params.additionalProperty ?? params.unevaluatedProperty
  return typeof name === 'string' ? `must not have the property ${name}` : message.replaceAll("'", '')
}
