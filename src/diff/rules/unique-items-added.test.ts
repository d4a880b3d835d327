import { testRule } from '../../testing/rule-tester.ts'
import rule from './unique-items-added.ts'

testRule(rule, { request: 'breaking', response: 'compatible' })
