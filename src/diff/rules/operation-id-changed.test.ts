import { testRule } from '../../testing/rule-tester.ts'
import rule from './operation-id-changed.ts'

testRule(rule, { request: 'risky' })
