import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Test files that take at least ten seconds. Running them last would prolong the whole run. */
const slowest = [
  'commands/kill.test.ts',
  'commands/history/same-history.test.ts',
  'history/postgres/session.test.ts',
  'commands/live/stop-run.test.ts',
  'commands/history/kill-postgres.test.ts',
  'workflows/action.test.ts',
  'workflows/drift.test.ts',
  'workflows/first-run.test.ts',
  'suite/plain-vitest.test.ts',
  'suite/matchers/examples.test.ts',
  'diff/cases/cases.test.ts',
  'report/page/page.browser.test.ts',
  'run/live/hostile.test.ts',
  'run/live/flaky.test.ts',
  'run/live/deep-schemas.test.ts',
  'commands/traffic/hostile.test.ts',
  'commands/traffic/jobs.test.ts',
  'commands/live/killed-runs.test.ts',
  'commands/sandbox/state-file.test.ts',
  'commands/live/lending-shards.test.ts',
  'commands/readme.test.ts',
  'drift/checking/budget.test.ts',
]

const waiting =
  /\/src\/(?:cli\.test|(?:commands|workflows|suite|history|run|second-opinion|notify|proxy|sandbox|files)\/)|\.browser\.test/

/** Orders test files: first those that wait for processes, servers and browsers, then CPU-bound ones. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => rank(a.moduleId) - rank(b.moduleId))
  }
}

function rank(file: string): number {
  if (slowest.some((name) => file.endsWith(`/src/${name}`))) return 0
  return waiting.test(file) ? 1 : 2
}
