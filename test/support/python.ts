// The Python that runs the tests of the Python client.
import { execFileSync } from 'node:child_process'

/** The first one that has httpx; on a machine with several, Debian's packages are only in its own. */
export const PYTHON = ['python3', '/usr/bin/python3'].find(hasHttpx) ?? missing()

function hasHttpx(program: string): boolean {
  try {
    execFileSync(program, ['-c', 'import httpx, pandas'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function missing(): never {
  throw new Error('The tests of the Python client need httpx and pandas: apt install python3-httpx python3-pandas')
}
