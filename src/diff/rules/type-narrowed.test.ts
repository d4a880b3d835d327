import { testRule } from '../../testing/rule-tester.ts'
import rule from './type-narrowed.ts'

testRule(rule, { request: 'breaking', response: 'compatible' })
