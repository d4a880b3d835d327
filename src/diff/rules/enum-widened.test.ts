import { testRule } from '../../testing/rule-tester.ts'
import rule from './enum-widened.ts'

testRule(rule, { request: 'compatible', response: 'breaking' })
