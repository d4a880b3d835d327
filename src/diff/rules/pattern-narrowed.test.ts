import { testRule } from '../../testing/rule-tester.ts'
import rule from './pattern-narrowed.ts'

testRule(rule, { request: 'breaking', response: 'compatible' })
