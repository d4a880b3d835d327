import { testRule } from '../../testing/rule-tester.ts'
import rule from './nullable-added.ts'

testRule(rule, { request: 'compatible', response: 'breaking' })
