import { testRule } from '../../testing/rule-tester.ts'
import rule from './server-variable-narrowed.ts'

testRule(rule, { request: 'risky' })
