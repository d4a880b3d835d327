import { testRule } from '../../testing/rule-tester.ts'
import rule from './enum-added.ts'

testRule(rule, { request: 'breaking', response: 'compatible' })
