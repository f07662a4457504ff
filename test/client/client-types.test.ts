// The types that the client is published with are those of the schemas.
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { clientTypes, sameTypesProgram } from '../../bin/api/client-types.ts'
import { suiteFolder } from '../support/suite-folder.ts'

const folder = suiteFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What the compiler says against the program. Other files need the whole project to compile. */
function compile(types: string): string[] {
  writeFileSync(join(folder, 'written.ts'), types)
  writeFileSync(join(folder, 'same.ts'), sameTypesProgram('./written.ts'))
  const compilerOptions = { typeRoots: [resolve('node_modules/@types')] }
  const config = { extends: resolve('tsconfig.json'), compilerOptions, files: ['same.ts'], include: [] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const tsc = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', folder], { encoding: 'utf8' })
  return tsc.stdout.split('\n').filter((line) => line.includes('same.ts') || line.includes('written.ts'))
}

it('accept the same values as the schemas, and need no other module', () => {
  const types = clientTypes()
  expect(types).not.toMatch(/^import |\bfrom '/m)
  expect(compile(types)).toEqual([])
  // A type that lacks a field is found.
  expect(compile(types.replace('match_confidence: number', '')).join()).toMatch(/never/)
})
