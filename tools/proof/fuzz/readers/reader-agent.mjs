// Loaded by node before the process that fuzzes the readers: marks the branches of their modules.
import { register } from 'node:module'

/** What ran of each module, by its URL. @type {Map<string, Uint8Array>} */
const branchMarks = new Map()

/** @param {string} url @param {number} count */
function branchesOf(url, count) {
  const ran = new Uint8Array(count)
  branchMarks.set(url, ran)
  return ran
}

Object.assign(globalThis, { branchMarks, branchesOf })
register('../coverage-hooks.mjs', import.meta.url)
