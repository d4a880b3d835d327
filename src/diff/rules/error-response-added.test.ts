import { testRule } from '../../testing/rule-tester.ts'
import rule from './error-response-added.ts'

testRule(rule, { response: 'compatible' })
