// Creates the demonstration on a thread. JavaScript, because Node 20 threads cannot load TypeScript.
import { platform, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { asDatabase, connectDatabase } from '../db/database.js'
import { systemClock } from '../kernel/clock.js'
import { Fault } from '../kernel/fault.js'
import { publishFirstData } from './first-data.js'

/** @typedef {{ engine: import('../db/embedded/start.js').EngineAddress, dataDir: string } & Pick<import('../kernel/config.js').Config, 'demonstration' | 'demoProjects'>} DemonstrationTask */

const { engine, dataDir, ...demonstration } = /** @type {DemonstrationTask} */ (workerData)
const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort)

/** A third of the weight of a normal thread. With the lowest priority, a busy machine would take ten times as long. */
const NICENESS = 5

// Requests come first. Linux sets the priority of the thread, other systems that of the process.
if (platform() === 'linux') setPriority(NICENESS)

const db = asDatabase(await connectDatabase({ dataDir, engine }))
try {
  const onProgress = (/** @type {number} */ done) => port.postMessage({ done })
  const onReadable = () => port.postMessage({ readable: true })
  await publishFirstData(db, { clock: systemClock, ...demonstration, onProgress, onReadable })
  port.postMessage({ published: true })
} catch (error) {
  // Errors lose their class on the way to the other thread.
  if (!(error instanceof Fault && error.code === 'state_conflict')) throw error
  port.postMessage({ conflict: error.message })
} finally {
  await db.close()
}
