/** A migration of the database schema. Never edit a released one. */
export interface Migration {
  readonly version: number
  readonly name: string
  readonly sql: string
}

/** All migrations, oldest first. `record` columns are json, not jsonb, which would sort keys: exports return the appended bytes. */
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
COMMENT ON TABLE specdrift.runs IS 'One row per run of monitor or report merge.';
COMMENT ON COLUMN specdrift.runs.id IS 'Id of the run.';
COMMENT ON COLUMN specdrift.runs.api IS 'Name of the API in the config.';
COMMENT ON COLUMN specdrift.runs.target IS 'Target of the run: sandbox, or the base URL without credentials.';
COMMENT ON COLUMN specdrift.runs.started_at IS 'Start of the run; unique per API and target.';
COMMENT ON COLUMN specdrift.runs.milliseconds IS 'Duration of the run.';
COMMENT ON COLUMN specdrift.runs.snapshot IS 'Snapshot that the API was compared with.';
COMMENT ON COLUMN specdrift.runs.sha256 IS 'SHA-256 of the description.';
COMMENT ON COLUMN specdrift.runs.outcome IS 'clean, drift, inconclusive, or outage.';
COMMENT ON COLUMN specdrift.runs.reason IS 'Error code, if nothing could be checked.';
COMMENT ON COLUMN specdrift.runs.partial IS 'True if tests were skipped, so missing findings may still exist.';
COMMENT ON COLUMN specdrift.runs.calls IS 'Number of requests.';
COMMENT ON COLUMN specdrift.runs.errors IS 'Number of live findings with severity error that the baseline does not accept.';
COMMENT ON COLUMN specdrift.runs.warnings IS 'Number of such findings with severity warning.';
COMMENT ON COLUMN specdrift.runs.infos IS 'Number of such findings with severity info.';
COMMENT ON COLUMN specdrift.runs.accepted IS 'Number of live findings that the baseline accepts.';
COMMENT ON COLUMN specdrift.runs.findings_new IS 'Number of new and regressed live findings.';
COMMENT ON COLUMN specdrift.runs.findings_fixed IS 'Number of fixed findings: this run could have seen them but did not.';
COMMENT ON COLUMN specdrift.runs.coverage IS 'Shares from 0 to 1 of covered operations, parameters, statuses, contentTypes, headers, properties and values.';
COMMENT ON COLUMN specdrift.runs.record IS 'The run as a line of a history file.';
COMMENT ON COLUMN specdrift.runs.position IS 'Position of the run in the history of the API.';
COMMENT ON COLUMN specdrift.runs.summed_up IS 'True if the run is included in summaries. specdrift no longer reads the row, and you may delete it.';

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
COMMENT ON TABLE specdrift.findings IS 'Live findings of each run, including accepted ones.';
COMMENT ON COLUMN specdrift.findings.run_id IS 'Refers to runs.id.';
COMMENT ON COLUMN specdrift.findings.fingerprint IS 'Id of the finding in all runs and in the baseline.';
COMMENT ON COLUMN specdrift.findings.rule_id IS 'Check that reported the finding.';
COMMENT ON COLUMN specdrift.findings.operation IS 'One of the operations with the finding; empty for a shared component.';
COMMENT ON COLUMN specdrift.findings.location IS 'Location of the finding.';
COMMENT ON COLUMN specdrift.findings.state IS 'new, open or regressed, also for accepted findings.';
COMMENT ON COLUMN specdrift.findings.cause IS 'provider-changed, contract-changed, never-conformed or unknown.';
COMMENT ON COLUMN specdrift.findings.first_seen IS 'Start of the first run with the finding.';

CREATE TABLE specdrift.summaries (
  api text NOT NULL,
  target text NOT NULL,
  record json NOT NULL,
  PRIMARY KEY (api, target)
);
COMMENT ON TABLE specdrift.summaries IS 'Summaries of older runs per target.';
COMMENT ON COLUMN specdrift.summaries.api IS 'Name of the API.';
COMMENT ON COLUMN specdrift.summaries.target IS 'Target of the runs.';
COMMENT ON COLUMN specdrift.summaries.record IS 'The summary as a line of a history file.';

CREATE TABLE specdrift.statistics (
  api text PRIMARY KEY,
  target text NOT NULL,
  sha256 text NOT NULL,
  last_run timestamptz NOT NULL,
  runs integer NOT NULL,
  record json NOT NULL
);
COMMENT ON TABLE specdrift.statistics IS 'Counts of all runs with the latest snapshot, from which hints are learned.';
COMMENT ON COLUMN specdrift.statistics.api IS 'Name of the API.';
COMMENT ON COLUMN specdrift.statistics.target IS 'Target of the runs.';
COMMENT ON COLUMN specdrift.statistics.sha256 IS 'SHA-256 of the description.';
COMMENT ON COLUMN specdrift.statistics.last_run IS 'Start of the last counted run.';
COMMENT ON COLUMN specdrift.statistics.runs IS 'Number of counted runs.';
COMMENT ON COLUMN specdrift.statistics.record IS 'The counts as a statistics file.';

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
COMMENT ON TABLE specdrift.notified IS 'State of each notification target. The next run only sends new findings.';
COMMENT ON COLUMN specdrift.notified.api IS 'Name of the API.';
COMMENT ON COLUMN specdrift.notified.target IS 'Type of the notification target and name of its environment variable.';
COMMENT ON COLUMN specdrift.notified.open IS 'Number of notified findings that are still open.';
COMMENT ON COLUMN specdrift.notified.clean_runs IS 'Number of consecutive runs without open findings.';
COMMENT ON COLUMN specdrift.notified.record IS 'The state as an alerts file.';
COMMENT ON COLUMN specdrift.notified.position IS 'Position among the targets of the API.';
COMMENT ON COLUMN specdrift.notified.updated_at IS 'Time of the last change.';
`.trim(),
  },
  {
    version: 2,
    name: 'response times, the version of the description, releases',
    sql: `
ALTER TABLE specdrift.runs ADD COLUMN response_times json;
ALTER TABLE specdrift.runs ADD COLUMN contract_version text;
ALTER TABLE specdrift.runs ADD COLUMN release text;
COMMENT ON COLUMN specdrift.runs.response_times IS 'Response times in milliseconds per operation, for statuses below 400: [p50, p95].';
COMMENT ON COLUMN specdrift.runs.contract_version IS 'info.version of the description.';
COMMENT ON COLUMN specdrift.runs.release IS 'Checked release, if the environment of the run named one.';
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
COMMENT ON TABLE specdrift.runs IS 'One row per run of monitor, check or report merge.';
COMMENT ON COLUMN specdrift.runs.target IS 'Target of the run: sandbox, the base URL without credentials, or recorded traffic.';
COMMENT ON COLUMN specdrift.runs.calls IS 'Number of requests, sent or recorded.';
COMMENT ON COLUMN specdrift.runs.summed_up IS 'True if the run is included in summaries. specdrift no longer reads the row, and history prune deletes it.';
`.trim(),
  },
]
