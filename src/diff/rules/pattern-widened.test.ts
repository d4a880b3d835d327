import { testRule } from '../../testing/rule-tester.ts'
import rule from './pattern-widened.ts'

testRule(rule, { request: 'compatible', response: 'breaking' })
