import { testRule } from '../../testing/rule-tester.ts'
import rule from './exclusivity-widened.ts'

testRule(rule, { request: 'compatible', response: 'risky' })
