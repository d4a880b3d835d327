import { testRule } from '../../testing/rule-tester.ts'
import rule from './parameter-became-optional.ts'

testRule(rule, { request: 'compatible' })
