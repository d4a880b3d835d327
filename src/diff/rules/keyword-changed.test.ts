import { testRule } from '../../testing/rule-tester.ts'
import rule from './keyword-changed.ts'

testRule(rule, { request: 'breaking', response: 'compatible' })
