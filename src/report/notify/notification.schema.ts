import type { FixedFinding } from '../../model/report.ts'
import { count, described, list, maybe, object, type Schema, severities, string } from '../schema/schema-parts.ts'
import type { Notification, NotifiedFinding } from './notification.ts'

const facts = {
  fingerprint: { type: 'string', pattern: '^[0-9a-f]{16}$' },
  ruleId: string,
  operation: maybe(string),
  location: described('Its location, as text.'),
  operations: maybe(list(string)),
}

const finding = object<NotifiedFinding>({
  ...facts,
  severity: { enum: severities },
  message: string,
  fix: string,
  cause: maybe(described('Since when, and by what that is known.')),
})

/** JSON Schema (draft 2020-12) of a webhook's payload. */
export const notificationSchema: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:specdrift:notification:1',
  title: 'A notification of specdrift',
  ...object<Notification>({
    schemaVersion: { const: 1 },
    api: string,
    status: { enum: ['drift', 'clean'] },
    contract: described('Id of the snapshot the API was held to.'),
    target: described('What was called: `sandbox`, or the base URL without credentials.'),
    startedAt: described('ISO 8601 UTC of the run.'),
    runUrl: maybe(described('The page of the run on GitHub.')),
    counts: object<Notification['counts']>({ open: count, new: count, regressed: count, fixed: count }),
    new: list(finding),
    regressed: list(finding),
    fixed: list(object<FixedFinding>(facts)),
    joined: maybe(list(finding)),
  }),
}
