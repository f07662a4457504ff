// Builds the client package into a folder, with the types of the API written out.
//   node --import tsx bin/api/build-client.ts <folder>
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { clientTypes } from './client-types.ts'

const [outDir] = process.argv.slice(2)
if (outDir === undefined) throw new Error('Give the folder to build into.')
const client = resolve('packages/client')
const folder = mkdtempSync(join(tmpdir(), 'plinth-client-'))
try {
  const source = join(folder, 'src')
  cpSync(join(client, 'src'), source, { recursive: true })
  cpSync(join(client, 'package.json'), join(folder, 'package.json'))
  writeFileSync(join(source, 'api-types.ts'), clientTypes())
  const compilerOptions = { rootDir: source, outDir: resolve(outDir) }
  const config = { extends: join(client, 'tsconfig.json'), compilerOptions, include: ['src'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  execFileSync(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', folder], { stdio: 'inherit' })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
