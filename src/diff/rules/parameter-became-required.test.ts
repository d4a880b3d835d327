import { testRule } from '../../testing/rule-tester.ts'
import rule from './parameter-became-required.ts'

testRule(rule, { request: 'breaking' })
