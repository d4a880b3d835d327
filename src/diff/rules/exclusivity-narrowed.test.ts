import { testRule } from '../../testing/rule-tester.ts'
import rule from './exclusivity-narrowed.ts'

testRule(rule, { request: 'risky', response: 'compatible' })
