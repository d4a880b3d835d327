import { testRule } from '../../testing/rule-tester.ts'
import rule from './schema-opened.ts'

testRule(rule, { request: 'compatible', response: 'risky' })
