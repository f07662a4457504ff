// Loaded into a server with `node --import`: its clock differs from the machine's by the milliseconds in CLOCK_FILE.
import { readFileSync } from 'node:fs'

const READ_MS = 200
const file = /** @type {string} */ (process.env.CLOCK_FILE)
const RealDate = Date
let shift = 0

function readShift() {
  try {
    shift = Number(readFileSync(file, 'utf8'))
  } catch {
    // The file is being written.
  }
}
readShift()

const now = () => RealDate.now() + shift

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})

setInterval(readShift, READ_MS).unref()
