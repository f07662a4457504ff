// Shortens socket paths: the kernel allows 107 bytes (103 on macOS).
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const LONGEST_SOCKET_PATH_BYTES = 100

export interface ShortFolder {
  readonly path: string
  remove(): Promise<void>
}

/** The folder itself if short enough, otherwise a link to it in a private temporary folder. */
export async function shortFolder(folder: string, longestName: string): Promise<ShortFolder> {
  if (Buffer.byteLength(join(folder, longestName)) <= LONGEST_SOCKET_PATH_BYTES) {
    return { path: folder, remove: async () => {} }
  }
  const holder = await mkdtemp(join(tmpdir(), 'plinth-')) // mode 0700
  const path = join(holder, 'd')
  await symlink(folder, path, 'dir')
  return { path, remove: () => rm(holder, { recursive: true, force: true }) }
}
