import { testRule } from '../../testing/rule-tester.ts'
import rule from './format-widened.ts'

testRule(rule, { request: 'compatible', response: 'breaking' })
