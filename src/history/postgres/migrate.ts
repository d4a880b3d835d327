import { toolError } from '../../model/errors.ts'
import { type DatabaseAddress, inSchemaOf } from './address.ts'
import { type Migration, migrations } from './migrations.ts'
import { inTransaction, lockPart, type Session, type TransactionOptions } from './session.ts'

/** Migrations that were applied, or would be applied with `dryRun`. */
export interface MigrationPlan {
  /** The version before the migration; 0 without a schema. */
  readonly from: number
  readonly to: number
  readonly applied: readonly Migration[]
  /** All statements, as one transaction. */
  readonly sql: string
}

const createSchema = `CREATE SCHEMA specdrift;
COMMENT ON SCHEMA specdrift IS 'The history of specdrift: https://www.npmjs.com/package/specdrift, docs/history.md.';`

const createVersions = `CREATE TABLE specdrift.schema_migrations (
  version integer PRIMARY KEY,
  name text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE specdrift.schema_migrations IS 'Applied migrations.';
COMMENT ON COLUMN specdrift.schema_migrations.version IS 'Number of the migration.';
COMMENT ON COLUMN specdrift.schema_migrations.name IS 'Summary of the migration.';
COMMENT ON COLUMN specdrift.schema_migrations.applied_at IS 'Time of the migration.';`

/** Migrates the schema to the current version in one transaction, or returns the plan (`dryRun`). Throws HISTORY_UNAVAILABLE. */
export async function migrate(
  address: DatabaseAddress,
  { dryRun = false, steps = migrations }: { readonly dryRun?: boolean; readonly steps?: readonly Migration[] } = {},
): Promise<MigrationPlan> {
  return inTransaction(address, { mode: 'write' }, async (session) => {
    await lockPart(session, address, 'migrate')
    const from = await versionOf(session)
    const to = latestOf(steps)
    if (from > to) throw newer(address, from, to)
    const applied = steps.filter(({ version }) => version > from)
    const statements = [
      ...(from > 0 || (await hasSchema(session)) ? [] : [createSchema]),
      ...(from > 0 ? [] : [createVersions]),
      ...applied.flatMap(({ version, name, sql }) => [
        sql,
        `INSERT INTO specdrift.schema_migrations (version, name) VALUES (${version}, '${name.replaceAll("'", "''")}');`,
      ]),
    ]
    if (applied.length === 0) return { from, to, applied, sql: '' }
    const sql = inSchemaOf(address, statements.join('\n\n'))
    if (!dryRun) await session.query(sql)
    return { from, to, applied, sql: `BEGIN;\n\n${sql}\n\nCOMMIT;\n` }
  })
}

/** Runs statements in one transaction. Throws HISTORY_UNAVAILABLE, also if the schema doesn't have the current version. */
export function inSchema<T>(
  address: DatabaseAddress,
  options: TransactionOptions,
  use: (session: Session) => Promise<T>,
): Promise<T> {
  return inTransaction(address, options, async (session) => {
    const [has, needed] = [await versionOf(session), latestOf(migrations)]
    if (has === needed) return use(session)
    if (has > needed) throw newer(address, has, needed)
    const reason =
      has === 0 ? 'it has no tables yet' : `its schema is of version ${has}, and version ${needed} is needed`
    throw toolError('HISTORY_UNAVAILABLE', [address.name, reason, 'Run once: specdrift history migrate'])
  })
}

function newer({ name }: DatabaseAddress, has: number, known: number): Error {
  const reason = `its schema is of version ${has}, and this specdrift knows version ${known}`
  return toolError('HISTORY_UNAVAILABLE', [
    name,
    reason,
    'Update specdrift to the version that migrated it, or a later one.',
  ])
}

function latestOf(steps: readonly Migration[]): number {
  return Math.max(0, ...steps.map(({ version }) => version))
}

async function hasSchema(session: Session): Promise<boolean> {
  const [row] = await session.query("SELECT to_regnamespace('specdrift') IS NOT NULL AS present")
  return row?.present === true
}

async function versionOf(session: Session): Promise<number> {
  const [row] = await session.query("SELECT to_regclass('specdrift.schema_migrations') IS NOT NULL AS present")
  if (row?.present !== true) return 0
  const [latest] = await session.query('SELECT coalesce(max(version), 0) AS version FROM specdrift.schema_migrations')
  return Number(latest?.version)
}
