export { type Sandbox, type SandboxOptions, startSandbox } from '../sandbox/index.ts'
export { exchangeOf } from './check-tester.ts'
export { descriptionOf, descriptionWithPaths, descriptionWithSchema, findingsBetween, testRule } from './rule-tester.ts'
