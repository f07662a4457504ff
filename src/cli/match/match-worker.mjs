// One thread of `plinth match --threads N`. Plain JavaScript, for Node 20 loads no TypeScript in a worker: it runs from the build.

import { parentPort, workerData } from 'node:worker_threads'
import { createMatcher } from '../../matcher/matcher.js'
import { readBuildings } from './match-buildings.js'
import { answerLines } from './match-lines.js'

const { file, hints, speaks } = workerData
const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort)

const matcher = createMatcher(await readBuildings(file, (report) => speaks && port.postMessage({ report })))
port.postMessage({ ready: true })

port.on('message', ({ job, piece }) => {
  const answers = answerLines(matcher, piece, hints)
  port.postMessage({ job, answers }, [/** @type {ArrayBuffer} */ (answers.bytes.buffer)])
})
