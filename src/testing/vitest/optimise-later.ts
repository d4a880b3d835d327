import process from 'node:process'

/**
 * Node options for test processes that delay V8's optimization. Most functions run only a few times in tests, and compiling them took a
 * quarter of the time. Node exits on unknown options, so they depend on the V8 version.
 */
export const optimiseLater: readonly string[] =
  {
    '11.3': ['--interrupt-budget=1000000'],
    '12.4': ['--invocation-count-for-turbofan=30000'],
    '13.6': ['--invocation-count-for-turbofan=30000', '--invocation-count-for-maglev=4000'],
  }[/^\d+\.\d+/.exec(process.versions.v8)?.[0] ?? ''] ?? []
