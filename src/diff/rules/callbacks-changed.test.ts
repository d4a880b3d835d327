import { testRule } from '../../testing/rule-tester.ts'
import rule from './callbacks-changed.ts'

testRule(rule, { request: 'risky' })
