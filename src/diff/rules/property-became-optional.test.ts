import { testRule } from '../../testing/rule-tester.ts'
import rule from './property-became-optional.ts'

testRule(rule, { request: 'compatible', response: 'breaking' })
