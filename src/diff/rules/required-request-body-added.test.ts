import { testRule } from '../../testing/rule-tester.ts'
import rule from './required-request-body-added.ts'

testRule(rule, { request: 'breaking' })
