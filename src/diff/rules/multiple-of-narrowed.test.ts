import { testRule } from '../../testing/rule-tester.ts'
import rule from './multiple-of-narrowed.ts'

testRule(rule, { request: 'breaking', response: 'compatible' })
