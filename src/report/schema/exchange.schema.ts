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
      schemaLocation: described('Of the component that the branch refers to, else of the branch.'),
      errors: list(
        object<UnionBranch['errors'][number]>({ instanceLocation: location, keyword: string, error: string }),
      ),
      more: maybe(count),
    }),
  ),
  more: maybe(count),
})

/** The schema of the evidence of a finding. */
export const evidence = object<Evidence>({
  instancePointer: maybe(string),
  observed: maybe(value),
  status: maybe(integer),
  curl: maybe(string),
  variables: maybe(list(described('Name of a variable that the curl line takes from the environment.'))),
  curlLacks: maybe({ enum: ['secrets', 'the end of the body'] }),
  exchange: maybe(described('Id of one of `exchanges`.')),
  samples: count,
  examples: maybe(list(object<Example>({ instancePointer: maybe(string), observed: maybe(value) }))),
  tests: maybe(list(string)),
  unions: maybe({ ...list(union), description: 'The unions the value does not fit, the outermost first.' }),
})

const body = object<ShownBody>({
  text: described('Redacted and cut; as it was received where nothing is.'),
  bytes: { ...count, description: 'Size of the whole in UTF-8.' },
  cut: maybe(
    list(
      object<Cut>({
        pointer: described('In the body as it was received.'),
        unit: { enum: ['items', 'properties', 'characters'] },
        kept: count,
        of: count,
        from: maybe(count),
      }),
    ),
  ),
})

/** The schema of one of `exchanges`. */
export const exchange = object<ShownExchange>({
  id: { type: 'string', pattern: '^[0-9a-f]{16}$' },
  request: object<ShownExchange['request']>({
    method: string,
    url: described('Begins with `$SPECDRIFT_BASE_URL` where the base URL is another in each run.'),
    headers: map(string),
    body: maybe(body),
  }),
  response: maybe(
    object<NonNullable<ShownExchange['response']>>({ status: integer, headers: map(string), body: maybe(body) }),
  ),
  failure: maybe(described('Why no complete response was received.')),
})
