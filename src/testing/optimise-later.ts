import process from 'node:process'

/**
 * Options of Node for the processes of tests: V8 optimises functions later. Thousands of
 * different tests in one process run most functions a few times only, and a quarter of the time went into compiling them.
 * Node ends at an option it does not know: by version of V8.
 */
export const optimiseLater: readonly string[] =
  {
    '11.3': ['--interrupt-budget=1000000'],
    '12.4': ['--invocation-count-for-turbofan=30000'],
    '13.6': ['--invocation-count-for-turbofan=30000', '--invocation-count-for-maglev=4000'],
  }[/^\d+\.\d+/.exec(process.versions.v8)?.[0] ?? ''] ?? []
