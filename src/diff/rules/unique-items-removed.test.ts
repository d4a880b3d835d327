import { testRule } from '../../testing/rule-tester.ts'
import rule from './unique-items-removed.ts'

testRule(rule, { request: 'compatible', response: 'breaking' })
