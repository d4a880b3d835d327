import { testRule } from '../../testing/rule-tester.ts'
import rule from './schema-closed.ts'

testRule(rule, { request: 'breaking', response: 'compatible' })
