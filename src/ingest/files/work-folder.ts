// Folders for the temporary files of one import.
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { randomBase62 } from '../../kernel/ids.ts'

/** Folders of imports that run in this process. */
const inUse = new Set<string>()

const NAME = /^(\d+)-[0-9A-Za-z]{12}$/

export interface WorkFolder {
  /** Not created yet: a small import needs no files. */
  readonly path: string
  remove(): Promise<void>
}

/** Also deletes what killed processes left behind. */
export async function openWorkFolder(root: string): Promise<WorkFolder> {
  await deleteLeftovers(root)
  const name = `${process.pid}-${randomBase62(12)}`
  inUse.add(name)
  const path = join(root, name)
  return {
    path,
    async remove() {
      inUse.delete(name)
      await rm(path, { recursive: true, force: true })
    },
  }
}

async function deleteLeftovers(root: string): Promise<void> {
  const names = await readdir(root).catch(() => [])
  for (const name of names) {
    const process = NAME.exec(name)?.[1]
    if (process === undefined || inUse.has(name) || isOtherProcess(Number(process))) continue
    await rm(join(root, name), { recursive: true, force: true })
  }
}

/** In a container every process has the same id, so our own id does not mean that the folder is in use. */
function isOtherProcess(id: number): boolean {
  if (id === process.pid) return false
  try {
    process.kill(id, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
