// A folder that becomes one state of the disk after the other; only files that differ are written.
import { chownSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DiskState } from './disk.ts'

/** The time of every file that we wrote, in seconds: what a database changes gets another. */
const WRITTEN = 1

export interface Owner {
  readonly uid?: number
  readonly gid?: number
}

export class StateFolder {
  readonly path: string
  readonly #owner: Owner
  readonly #written = new Map<string, string>()

  constructor(path: string, owner: Owner = {}) {
    this.path = path
    this.#owner = owner
  }

  become({ folders, files }: DiskState): void {
    const names = new Set([...folders, ...files.keys()])
    for (const folder of folders) {
      const place = join(this.path, folder)
      if (mkdirSync(place, { recursive: true, mode: 0o700 })) this.#give(place)
      for (const name of readdirSync(place))
        if (!names.has(join(folder, name))) rmSync(join(place, name), { recursive: true })
    }
    for (const [name, content] of files) {
      const place = `${this.path}/${name}`
      const isOurs = statSync(place, { throwIfNoEntry: false })?.mtimeMs === WRITTEN * 1000
      if (isOurs && this.#written.get(name) === content.digest) continue
      writeFileSync(place, content.bytes, { mode: 0o600 })
      this.#give(place)
      utimesSync(place, WRITTEN, WRITTEN)
      this.#written.set(name, content.digest)
    }
  }

  #give(place: string): void {
    const { uid, gid } = this.#owner
    if (uid !== undefined && gid !== undefined) chownSync(place, uid, gid)
  }
}
