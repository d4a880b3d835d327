import { testRule } from '../../testing/rule-tester.ts'
import rule from './property-refused.ts'

testRule(rule, { request: 'breaking', response: 'compatible' })
