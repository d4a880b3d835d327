import { testRule } from '../../testing/rule-tester.ts'
import rule from './nullable-removed.ts'

testRule(rule, { request: 'breaking', response: 'compatible' })
