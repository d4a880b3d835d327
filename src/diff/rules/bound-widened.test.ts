import { testRule } from '../../testing/rule-tester.ts'
import rule from './bound-widened.ts'

testRule(rule, { request: 'compatible', response: 'breaking' })
