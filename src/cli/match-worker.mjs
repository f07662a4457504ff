// One thread of `plinth match --threads N`. Plain JavaScript, for Node 20 loads no TypeScript in a worker: it runs from the build.

import { parentPort, workerData } from 'node:worker_threads'
import { createMatcher } from '../matcher/matcher.js'
import { readBuildings } from './match.js'
import { answerLine } from './match-lines.js'

const { buildings, hints, report } = workerData
const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort)

// one worker speaks for all about bad building lines
const matcher = readBuildings(buildings, (message) => report && port.postMessage({ report: message })).then(
  createMatcher,
)

port.on('message', async ({ id, lines }) => {
  const ready = await matcher
  let text = ''
  for (const line of lines) text += `${answerLine(ready, line, hints)}\n`
  port.postMessage({ id, text })
})
