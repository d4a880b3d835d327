import { testRule } from '../../testing/rule-tester.ts'
import rule from './discriminator-changed.ts'

testRule(rule, { request: 'breaking', response: 'breaking' })
