// Creates the template of an empty cluster: run `npm run template` after every engine upgrade.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { initCluster, templateFile } from './cluster.ts'
import { packTemplate } from './template.ts'

const folder = await mkdtemp(join(tmpdir(), 'plinth-template-'))
try {
  await initCluster(folder, console.error)
  const packed = await packTemplate(folder)
  const file = templateFile('cluster')
  await writeFile(file, packed)
  console.log(`${file.pathname}: ${packed.length} bytes`)
} finally {
  await rm(folder, { recursive: true, force: true })
}
