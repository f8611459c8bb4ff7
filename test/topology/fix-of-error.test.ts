/** The fix of an error leads to the mistake. */
import { expect, test } from 'vitest'
import { fixOfError } from '../../src/topology/fix-of-error.ts'

test.each([
  ['require is not defined', /^Remove it: TopologyBuilder and FlowBuilder are always there\./],
  ['module is not defined', /nothing of Node/],
  ['process is not defined', /nothing of Node/],
  ['fetch is not defined', /no network/],
  ['Topology is not defined', /^Write TopologyBuilder\.$/],
  ['TopolgyBuilder is not defined', /^Write TopologyBuilder\.$/],
  ['FlowBilder is not defined', /^Write FlowBuilder\.$/],
  ['Diagram is not defined', /^The classes of a script are TopologyBuilder and FlowBuilder\.$/],
  ['topology is not defined', /^Declare it first: const topology = new TopologyBuilder\(true\)$/],
  ['flow is not defined', /^Declare it first: const flow = new FlowBuilder\(\)$/],
  ['names is not defined', /^Declare "names" before this line, or correct its name\.$/],
  ['x'.repeat(100_000), /^Fix the script so that it runs to its end\.$/],
])('%.40s', (message, fix) => {
  expect(fixOfError('ReferenceError', message)).toMatch(fix)
})

test('a class that is called without new', () => {
  const message = "class constructors must be invoked with 'new'"
  expect(fixOfError('TypeError', message)).toMatch(/new TopologyBuilder\(true\)/)
})

test('other errors have no such fix', () => {
  expect(fixOfError('TypeError', 'require is not defined')).toMatch(/^Fix the script/)
})
