import { testRule } from '../../testing/rule-tester.ts'
import rule from './pattern-changed.ts'

testRule(rule, { request: 'breaking', response: 'breaking' })
