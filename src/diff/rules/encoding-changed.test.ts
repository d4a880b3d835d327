import { testRule } from '../../testing/rule-tester.ts'
import rule from './encoding-changed.ts'

testRule(rule, { request: 'breaking' })
