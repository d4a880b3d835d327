// The rooms whose tests are tested by `npm run mutate`: what is changed, and which tests have to notice. Tests that
// start other processes are left out: what runs there is the build, which holds no changes. `sample` is the share of the
// mutants that is tested unless `--sample` says otherwise. With `sharesModules` the test files share what is loaded, which is
// many times as fast where much is loaded; mutants in what a module makes when it is loaded are left out then: no test would see them.
const redaction = 'src/drift/redaction'
const references = 'src/description/references'

export const rooms = {
  baseline: {
    mutate: ['src/history/baseline/*.ts'],
    tests: ['src/history/baseline/*.test.ts'],
  },
  history: {
    sample: '0.15',
    mutate: ['src/history/*.ts'],
    tests: ['src/history/*.test.ts', 'src/run/live/previous-runs.test.ts'],
  },
  confinement: {
    mutate: [`${references}/confine.ts`, `${references}/bundle.ts`],
    tests: [`${references}/*.test.ts`, 'src/description/reading/load.test.ts'],
  },
  judge: {
    sample: '0.4',
    mutate: ['src/diff/judge.ts', 'src/diff/policy.ts', 'src/diff/assumed.ts'],
    tests: ['src/diff/*.test.ts', 'src/diff/rules/*.test.ts'],
  },
  redaction: {
    sample: '0.12',
    mutate: [`${redaction}/*.ts`],
    tests: [`${redaction}/*.test.ts`],
  },
  checks: {
    sample: '0.06',
    mutate: ['src/drift/checks/*.ts', 'src/drift/checking/*.ts'],
    tests: ['src/drift/checks/*.test.ts', 'src/drift/checking/*.test.ts', 'src/drift/cases/*.test.ts'],
  },
  compare: {
    sample: '0.027',
    sharesModules: true,
    mutate: ['src/diff/compare/**/*.ts'],
    // The cases meet every rule: those of the rules' own tests would double the time and kill little more.
    tests: [
      'src/diff/*.test.ts',
      'src/diff/compare/**/*.test.ts',
      'src/diff/cases/*.test.ts',
      'src/run/contract/unread.test.ts',
    ],
  },
}
