import { testRule } from '../../testing/rule-tester.ts'
import rule from './property-became-required.ts'

testRule(rule, { request: 'breaking', response: 'compatible' })
