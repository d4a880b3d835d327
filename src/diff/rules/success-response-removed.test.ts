import { testRule } from '../../testing/rule-tester.ts'
import rule from './success-response-removed.ts'

testRule(rule, { response: 'breaking' })
