import { testRule } from '../../testing/rule-tester.ts'
import rule from './error-response-removed.ts'

testRule(rule, { response: 'compatible' })
