// The types that the client is built with are those of the schemas.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { sameTypesProgram } from '../../bin/api/client-types.ts'
import { suiteFolder } from '../support/suite-folder.ts'
// Its group has the build.
import '../support/built.ts'

const folder = suiteFolder()

/** What the compiler says against each file of types. One run, because most of its time is for the schemas. */
function compile(files: Readonly<Record<string, string>>): Record<string, string[]> {
  for (const [name, types] of Object.entries(files)) {
    writeFileSync(join(folder, `${name}.d.ts`), types)
    writeFileSync(join(folder, `${name}-same.ts`), sameTypesProgram(`./${name}.d.ts`))
  }
  const programs = Object.keys(files).map((name) => `${name}-same.ts`)
  const compilerOptions = { typeRoots: [resolve('node_modules/@types')] }
  const config = { extends: resolve('tsconfig.json'), compilerOptions, files: programs, include: [] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const tsc = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', folder], { encoding: 'utf8' })
  const said = tsc.stdout.split('\n')
  return Object.fromEntries(
    Object.keys(files).map((name) => [name, said.filter((line) => line.includes(`${name}-same.ts`))]),
  )
}

it('accept the same values as the schemas, and need no other module', () => {
  const types = readFileSync('packages/client/dist/api-types.d.ts', 'utf8')
  expect(types).not.toMatch(/^import |\bfrom '/m)
  const { written, lacking } = compile({ written: types, lacking: types.replace('match_confidence: number;', '') })
  expect(written).toEqual([])
  // A type that lacks a field is found.
  expect(lacking?.join()).toMatch(/never/)
})
