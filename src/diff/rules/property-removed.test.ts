import { testRule } from '../../testing/rule-tester.ts'
import rule from './property-removed.ts'

testRule(rule, { request: 'risky', response: 'risky' })
