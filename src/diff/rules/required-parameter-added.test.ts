import { testRule } from '../../testing/rule-tester.ts'
import rule from './required-parameter-added.ts'

testRule(rule, { request: 'breaking' })
