// A worker of `plinth match --threads N`. JavaScript, because Node 20 workers cannot load TypeScript.
import { parentPort, workerData } from 'node:worker_threads'
import { loadStreets } from '../../catalog/snapshot/street-files.js'
import { createMatcher } from '../../matcher/matcher.js'
import { readBuildings } from './match-buildings.js'
import { matchChunk } from './match-lines.js'

const { file, options, reportsErrors } = workerData
const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort)

const buildings = await readBuildings(file, (report) => reportsErrors && port.postMessage({ report }))
const matcher = createMatcher(buildings, { model: options.model, streets: loadStreets(options.streets) })
port.postMessage({ ready: true })

port.on('message', ({ job, chunk }) => {
  const matched = matchChunk(matcher, chunk, options)
  port.postMessage({ job, matched }, [/** @type {ArrayBuffer} */ (matched.bytes.buffer)])
})
