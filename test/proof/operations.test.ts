// Every write of the API has a writer in the crash proof, or a reason to have none.
import { describe, expect, it } from 'vitest'
import { mounts, routes } from '../../src/http/routes.ts'
import { TOOLS } from '../../src/mcp/tools.ts'
import { coverageProblems, OperationNames, writesOf } from '../../tools/proof/crash/operations.ts'
import { WRITTEN } from '../../tools/proof/crash/writers/writers.ts'

const writes = writesOf({ routes, mounts, tools: TOOLS })

describe('the writers', () => {
  it('send every write of routes, OAuth, pages and MCP, or there is a reason', () => {
    expect(writes).toEqual(
      expect.arrayContaining([
        'PUT /api/v1/listings/{key}',
        'POST /oauth/token',
        'POST /sign-in',
        'tool report_building_link',
      ]),
    )
    expect(coverageProblems(writes, WRITTEN)).toEqual([])
  })

  it('are incomplete when an operation is added, renamed, or named twice', () => {
    expect(
      coverageProblems(['POST /a', 'POST /b', 'POST /c'], ['POST /a', 'POST /gone'], { 'POST /a': 'No.' }),
    ).toEqual([
      'POST /b has neither a writer nor a reason',
      'POST /c has neither a writer nor a reason',
      'POST /a has a writer and a reason to have none',
      'POST /gone does not exist',
    ])
  })
})

it('the operation of a request is the one with the most fixed parts', () => {
  const names = new OperationNames(writes)
  expect(names.of('POST', '/api/v1/listings/batch?x=/y')).toBe('POST /api/v1/listings/batch')
  expect(names.of('DELETE', '/api/v1/listings/L5')).toBe('DELETE /api/v1/listings/{key}')
  expect(names.of('POST', '/api/v1/desk/joins/job_1')).toBe('POST /api/v1/desk/joins/{id}')
  expect(names.of('PATCH', '/nowhere/1')).toBe('PATCH /nowhere/1')
})
