import { testRule } from '../../testing/rule-tester.ts'
import rule from './success-response-added.ts'

testRule(rule, { response: 'risky' })
