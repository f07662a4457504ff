// A worker of `plinth match --threads N`. JavaScript, because Node 20 workers cannot load TypeScript.
import { parentPort, workerData } from 'node:worker_threads'
import { BlockMatcher } from './match-block.js'
import { openMatcher } from './open-matcher.js'

const { source, plan } = workerData
const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort)

const matcher = await openMatcher(source, () => undefined)
const blocks = new BlockMatcher(matcher, plan)
port.postMessage({ ready: true })

port.on('message', async ({ job, block }) => {
  const matched = await blocks.match(block)
  port.postMessage({ job, matched }, [/** @type {ArrayBuffer} */ (matched.bytes.buffer)])
})
