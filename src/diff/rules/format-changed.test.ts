import { testRule } from '../../testing/rule-tester.ts'
import rule from './format-changed.ts'

testRule(rule, { request: 'breaking', response: 'breaking' })
