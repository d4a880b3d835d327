import { testRule } from '../../testing/rule-tester.ts'
import rule from './multiple-of-widened.ts'

testRule(rule, { request: 'compatible', response: 'breaking' })
