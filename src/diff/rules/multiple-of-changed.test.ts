import { testRule } from '../../testing/rule-tester.ts'
import rule from './multiple-of-changed.ts'

testRule(rule, { request: 'breaking', response: 'breaking' })
