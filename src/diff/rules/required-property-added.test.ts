import { testRule } from '../../testing/rule-tester.ts'
import rule from './required-property-added.ts'

testRule(rule, { request: 'breaking', response: 'compatible' })
