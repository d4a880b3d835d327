/** A migration of the database schema. Never edit a released one. */
export interface Migration {
  readonly version: number
  readonly name: string
  readonly sql: string
}

/**
 * All migrations, oldest first. The `record` columns have the type json rather than jsonb, which would sort keys: an
 * export returns exactly the bytes that were appended.
 */
export const migrations: readonly Migration[] = [
  {
    version: 1,
    name: 'runs, findings, summaries, statistics, notified',
    sql: `
CREATE TABLE specdrift.runs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  api text NOT NULL,
  target text NOT NULL,
  started_at timestamptz NOT NULL,
  milliseconds double precision NOT NULL,
  snapshot text NOT NULL,
  sha256 text NOT NULL,
  outcome text NOT NULL,
  reason text,
  partial boolean NOT NULL,
  calls integer NOT NULL,
  errors integer NOT NULL,
  warnings integer NOT NULL,
  infos integer NOT NULL,
  accepted integer NOT NULL,
  findings_new integer NOT NULL,
  findings_fixed integer NOT NULL,
  coverage json,
  record json NOT NULL,
  position bigint NOT NULL,
  summed_up boolean NOT NULL DEFAULT false
);
CREATE UNIQUE INDEX runs_once ON specdrift.runs (api, target, started_at) WHERE NOT summed_up;
CREATE INDEX runs_in_order ON specdrift.runs (api, position);
CREATE INDEX runs_over_time ON specdrift.runs (started_at);
COMMENT ON TABLE specdrift.runs IS 'One row a run of monitor, or of report merge.';
COMMENT ON COLUMN specdrift.runs.id IS 'What findings refer to.';
COMMENT ON COLUMN specdrift.runs.api IS 'The API, as the config calls it.';
COMMENT ON COLUMN specdrift.runs.target IS 'What was called: sandbox, or the base URL without credentials.';
COMMENT ON COLUMN specdrift.runs.started_at IS 'When the run started; unique for the API and the target.';
COMMENT ON COLUMN specdrift.runs.milliseconds IS 'How long it took.';
COMMENT ON COLUMN specdrift.runs.snapshot IS 'The snapshot that the API was held to.';
COMMENT ON COLUMN specdrift.runs.sha256 IS 'Of the description.';
COMMENT ON COLUMN specdrift.runs.outcome IS 'clean, drift, inconclusive, or outage.';
COMMENT ON COLUMN specdrift.runs.reason IS 'The code of the error, where nothing was checked.';
COMMENT ON COLUMN specdrift.runs.partial IS 'Tests were left out: what was not seen may be there all the same.';
COMMENT ON COLUMN specdrift.runs.calls IS 'Requests of suites.';
COMMENT ON COLUMN specdrift.runs.errors IS 'Live findings of severity error that the baseline does not accept.';
COMMENT ON COLUMN specdrift.runs.warnings IS 'The same of severity warning.';
COMMENT ON COLUMN specdrift.runs.infos IS 'The same of severity info.';
COMMENT ON COLUMN specdrift.runs.accepted IS 'Live findings that the baseline accepts.';
COMMENT ON COLUMN specdrift.runs.findings_new IS 'Live findings that no run before had, or that are back.';
COMMENT ON COLUMN specdrift.runs.findings_fixed IS 'Findings of the runs before that this one could have seen and did not.';
COMMENT ON COLUMN specdrift.runs.coverage IS 'Shares from 0 to 1 by kind: operations, parameters, statuses, contentTypes, headers, properties, values.';
COMMENT ON COLUMN specdrift.runs.record IS 'The whole run, as the line of a history file.';
COMMENT ON COLUMN specdrift.runs.position IS 'The order of the lines of the API.';
COMMENT ON COLUMN specdrift.runs.summed_up IS 'It is part of summaries: specdrift does not read the row any more, and it may be deleted.';

CREATE TABLE specdrift.findings (
  run_id bigint NOT NULL REFERENCES specdrift.runs (id) ON DELETE CASCADE,
  fingerprint text NOT NULL,
  rule_id text,
  operation text,
  location text,
  state text NOT NULL,
  cause text,
  first_seen timestamptz,
  PRIMARY KEY (run_id, fingerprint)
);
CREATE INDEX findings_by_fingerprint ON specdrift.findings (fingerprint);
COMMENT ON TABLE specdrift.findings IS 'The live findings of each run, the accepted ones too.';
COMMENT ON COLUMN specdrift.findings.run_id IS 'The run, runs.id.';
COMMENT ON COLUMN specdrift.findings.fingerprint IS 'What the finding is known by in every run, and in the baseline.';
COMMENT ON COLUMN specdrift.findings.rule_id IS 'The check that found it.';
COMMENT ON COLUMN specdrift.findings.operation IS 'One of the operations that show it; empty for a shared component.';
COMMENT ON COLUMN specdrift.findings.location IS 'Where it is.';
COMMENT ON COLUMN specdrift.findings.state IS 'new, open or regressed by the runs before, whether accepted or not.';
COMMENT ON COLUMN specdrift.findings.cause IS 'provider-changed, contract-changed, never-conformed or unknown.';
COMMENT ON COLUMN specdrift.findings.first_seen IS 'When the run started that saw it first.';

CREATE TABLE specdrift.summaries (
  api text NOT NULL,
  target text NOT NULL,
  record json NOT NULL,
  PRIMARY KEY (api, target)
);
COMMENT ON TABLE specdrift.summaries IS 'What the older runs against a target add up to, which specdrift does not read one by one any more.';
COMMENT ON COLUMN specdrift.summaries.api IS 'The API.';
COMMENT ON COLUMN specdrift.summaries.target IS 'What was called.';
COMMENT ON COLUMN specdrift.summaries.record IS 'The summary, as the line of a history file.';

CREATE TABLE specdrift.statistics (
  api text PRIMARY KEY,
  target text NOT NULL,
  sha256 text NOT NULL,
  last_run timestamptz NOT NULL,
  runs integer NOT NULL,
  record json NOT NULL
);
COMMENT ON TABLE specdrift.statistics IS 'What the runs under the latest snapshot counted: hints are learned from it.';
COMMENT ON COLUMN specdrift.statistics.api IS 'The API.';
COMMENT ON COLUMN specdrift.statistics.target IS 'What was called.';
COMMENT ON COLUMN specdrift.statistics.sha256 IS 'Of the description.';
COMMENT ON COLUMN specdrift.statistics.last_run IS 'When the last run started that is counted in.';
COMMENT ON COLUMN specdrift.statistics.runs IS 'How many runs are counted in.';
COMMENT ON COLUMN specdrift.statistics.record IS 'The counts, as a statistics file.';

CREATE TABLE specdrift.notified (
  api text NOT NULL,
  target text NOT NULL,
  open integer NOT NULL,
  clean_runs integer NOT NULL,
  record json NOT NULL,
  position integer NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (api, target)
);
COMMENT ON TABLE specdrift.notified IS 'What has been notified, by where it was notified: the next run notifies of what is new.';
COMMENT ON COLUMN specdrift.notified.api IS 'The API.';
COMMENT ON COLUMN specdrift.notified.target IS 'The type of the target and the name of its environment variable.';
COMMENT ON COLUMN specdrift.notified.open IS 'Findings notified of that are still open.';
COMMENT ON COLUMN specdrift.notified.clean_runs IS 'Runs in a row that left nothing open.';
COMMENT ON COLUMN specdrift.notified.record IS 'The state, as in an alerts file.';
COMMENT ON COLUMN specdrift.notified.position IS 'The order of the targets of the API.';
COMMENT ON COLUMN specdrift.notified.updated_at IS 'When it was written last.';
`.trim(),
  },
  {
    version: 2,
    name: 'response times, the version of the description, releases',
    sql: `
ALTER TABLE specdrift.runs ADD COLUMN response_times json;
ALTER TABLE specdrift.runs ADD COLUMN contract_version text;
ALTER TABLE specdrift.runs ADD COLUMN release text;
COMMENT ON COLUMN specdrift.runs.response_times IS 'Milliseconds of responses with a status below 400, by operation: [p50, p95]. Empty for runs of an earlier version.';
COMMENT ON COLUMN specdrift.runs.contract_version IS 'info.version of the description.';
COMMENT ON COLUMN specdrift.runs.release IS 'The release that was checked, where the environment of the run named one.';
`.trim(),
  },
  {
    version: 3,
    name: 'coverage and response times as jsonb, runs over recorded traffic',
    // jsonb does not support U+0000 (PostgreSQL 17, 8.14).
    sql: `
ALTER TABLE specdrift.runs
  ALTER COLUMN coverage TYPE jsonb USING replace(coverage::text, '\\u0000', '\\ufffd')::jsonb,
  ALTER COLUMN response_times TYPE jsonb USING replace(response_times::text, '\\u0000', '\\ufffd')::jsonb;
COMMENT ON TABLE specdrift.runs IS 'One row a run of monitor or check, or of report merge.';
COMMENT ON COLUMN specdrift.runs.target IS 'What was called: sandbox, or the base URL without credentials; recorded traffic if nothing was.';
COMMENT ON COLUMN specdrift.runs.calls IS 'Requests of suites, or recorded ones.';
COMMENT ON COLUMN specdrift.runs.summed_up IS 'It is part of summaries: specdrift does not read the row any more. history prune deletes it.';
`.trim(),
  },
]
