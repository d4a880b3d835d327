import { testRule } from '../../testing/rule-tester.ts'
import rule from './bound-narrowed.ts'

testRule(rule, { request: 'breaking', response: 'compatible' })
