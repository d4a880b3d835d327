import type { Evidence, Example, UnionBranch, UnionEvidence } from '../../model/finding.ts'
import type { Cut, ShownBody, ShownExchange } from '../../model/live/exchange.ts'
import { count, described, integer, list, map, maybe, object, string, value } from './schema-parts.ts'

const location = described('JSON Pointer in the received body.')

const union = object<UnionEvidence>({
  keyword: { enum: ['anyOf', 'oneOf'] },
  instanceLocation: location,
  schemaLocation: described('JSON Pointer in the description.'),
  branches: list(
    object<UnionBranch>({
      schemaLocation: described('Location of the referenced component, otherwise of the branch.'),
      errors: list(
        object<UnionBranch['errors'][number]>({ instanceLocation: location, keyword: string, error: string }),
      ),
      more: maybe(count),
    }),
  ),
  more: maybe(count),
})

export const evidence = object<Evidence>({
  instancePointer: maybe(string),
  observed: maybe(value),
  status: maybe(integer),
  curl: maybe(string),
  variables: maybe(list(described('Name of an environment variable used by the curl line.'))),
  curlLacks: maybe({ enum: ['secrets', 'the end of the body'] }),
  exchange: maybe(described('Id of one of `exchanges`.')),
  samples: count,
  examples: maybe(list(object<Example>({ instancePointer: maybe(string), observed: maybe(value) }))),
  tests: maybe(list(string)),
  unions: maybe({ ...list(union), description: "Unions that the value doesn't match, outermost first." }),
})

const body = object<ShownBody>({
  text: described('Redacted and shortened body, otherwise as received.'),
  bytes: { ...count, description: 'Size of the original body in UTF-8 bytes.' },
  cut: maybe(
    list(
      object<Cut>({
        pointer: described('JSON Pointer in the received body.'),
        unit: { enum: ['items', 'properties', 'characters'] },
        kept: count,
        of: count,
        from: maybe(count),
      }),
    ),
  ),
})

export const exchange = object<ShownExchange>({
  id: { type: 'string', pattern: '^[0-9a-f]{16}$' },
  request: object<ShownExchange['request']>({
    method: string,
    url: described('Starts with `$SPECDRIFT_BASE_URL` if the base URL differs between runs.'),
    headers: map(string),
    body: maybe(body),
  }),
  response: maybe(
    object<NonNullable<ShownExchange['response']>>({ status: integer, headers: map(string), body: maybe(body) }),
  ),
  failure: maybe(described('Reason if no complete response was received.')),
})
