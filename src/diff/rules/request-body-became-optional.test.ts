import { testRule } from '../../testing/rule-tester.ts'
import rule from './request-body-became-optional.ts'

testRule(rule, { request: 'compatible' })
