import { testRule } from '../../testing/rule-tester.ts'
import rule from './request-body-added.ts'

testRule(rule, { request: 'compatible' })
