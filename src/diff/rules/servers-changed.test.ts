import { testRule } from '../../testing/rule-tester.ts'
import rule from './servers-changed.ts'

testRule(rule, { request: 'risky' })
