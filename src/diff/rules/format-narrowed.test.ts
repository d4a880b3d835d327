import { testRule } from '../../testing/rule-tester.ts'
import rule from './format-narrowed.ts'

testRule(rule, { request: 'breaking', response: 'compatible' })
