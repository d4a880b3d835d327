import { testRule } from '../../testing/rule-tester.ts'
import rule from './property-added.ts'

testRule(rule, { request: 'compatible', response: 'compatible' })
