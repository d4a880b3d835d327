import { testRule } from '../../testing/rule-tester.ts'
import rule from './access-changed.ts'

testRule(rule, { request: 'risky', response: 'risky' })
