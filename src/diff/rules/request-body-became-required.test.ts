import { testRule } from '../../testing/rule-tester.ts'
import rule from './request-body-became-required.ts'

testRule(rule, { request: 'breaking' })
