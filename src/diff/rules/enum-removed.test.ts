import { testRule } from '../../testing/rule-tester.ts'
import rule from './enum-removed.ts'

testRule(rule, { request: 'compatible', response: 'breaking' })
