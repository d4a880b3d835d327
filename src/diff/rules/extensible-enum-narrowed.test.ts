import { testRule } from '../../testing/rule-tester.ts'
import rule from './extensible-enum-narrowed.ts'

testRule(rule, { request: 'breaking', response: 'compatible' })
