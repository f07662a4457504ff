// Small disks in memory that can be filled or made read-only. Mounting needs root.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const mount = (...args: string[]) => spawnSync('mount', args, { stdio: 'pipe' }).status === 0
const unmount = (folder: string) => spawnSync('umount', [folder], { stdio: 'pipe' }).status === 0

export class SmallDisk {
  readonly folder: string

  private constructor(folder: string) {
    this.folder = folder
  }

  static create(folder: string, megabytes: number): SmallDisk {
    mkdirSync(folder)
    if (!mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder)) throw new Error(`Cannot mount ${folder}.`)
    const disk = new SmallDisk(folder)
    mounted.add(disk)
    return disk
  }

  /** Leaves no free block. */
  fill(): void {
    for (const block of ['64k', '4k'])
      spawnSync('dd', ['if=/dev/zero', `of=${join(this.folder, `filling-${block}`)}`, `bs=${block}`], { stdio: 'pipe' })
  }

  free(): void {
    for (const block of ['64k', '4k']) rmSync(join(this.folder, `filling-${block}`), { force: true })
  }

  makeReadOnly(): void {
    if (!mount('-o', 'remount,ro', this.folder)) throw new Error(`Cannot make ${this.folder} read-only.`)
  }

  makeWritable(): void {
    if (!mount('-o', 'remount,rw', this.folder)) throw new Error(`Cannot make ${this.folder} writable.`)
  }

  remove(): void {
    // A process that has just been killed may still hold a file.
    if (unmount(this.folder) || spawnSync('umount', ['-l', this.folder], { stdio: 'pipe' }).status === 0)
      mounted.delete(this)
  }
}

const mounted = new Set<SmallDisk>()
process.once('exit', () => {
  for (const disk of mounted) disk.remove()
})

let reason: string | undefined | null = null

/** Why small disks are not possible here. */
export function noSmallDisks(): string | undefined {
  if (reason !== null) return reason
  const folder = mkdtempSync(join(tmpdir(), 'plinth-proof-disk-'))
  const can = mount('-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder) && unmount(folder)
  rmdirSync(folder)
  reason = can ? undefined : 'mounting a small disk needs root'
  return reason
}
