import { testRule } from '../../testing/rule-tester.ts'
import rule from './callback-moved.ts'

testRule(rule, { request: 'breaking' })
