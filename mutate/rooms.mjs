// The rooms that `npm run mutate` tests: which files are mutated, and which tests must fail. Tests that start other processes are excluded, because
// those run the build, which has no mutants. `sample` is the default share of mutants. With `sharesModules`, test files share loaded modules, which
// is many times faster for large modules, but excludes mutants in code that runs on import, because no test would see them.
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
    // The shared cases cover every rule. The rules' own tests would double the time and kill few more mutants.
    tests: [
      'src/diff/*.test.ts',
      'src/diff/compare/**/*.test.ts',
      'src/diff/cases/*.test.ts',
      'src/run/contract/unread.test.ts',
    ],
  },
}
