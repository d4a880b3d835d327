import { testRule } from '../../testing/rule-tester.ts'
import rule from './operation-moved.ts'

testRule(rule, { request: 'breaking' })
