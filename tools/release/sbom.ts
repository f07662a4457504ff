// `npm run sbom`: prints what ships with Plinth as CycloneDX JSON.
import '../shared/help.ts'
import { fileURLToPath } from 'node:url'
import { readLock, shippedPackages } from '../proof/supply/lock-file.ts'
import { createSbom } from '../proof/supply/sbom.ts'

const folder = fileURLToPath(new URL('../..', import.meta.url))
console.log(JSON.stringify(createSbom(folder, shippedPackages(readLock(folder))), null, 2))
