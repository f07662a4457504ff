// Limits of files to import, so that a hostile file cannot fill the memory or disk.

export interface FileLimits {
  /** Uncompressed bytes of one import. */
  readonly totalBytes: number
  /** Uncompressed bytes for each compressed byte. Text of addresses reaches 30, deflate can reach 1,032. */
  readonly ratio: number
  /** The ratio counts only beyond this size. */
  readonly ratioFromBytes: number
  /** Files in an archive. */
  readonly members: number
}

const GIB = 1024 ** 3

export const FILE_LIMITS: FileLimits = {
  totalBytes: 64 * GIB,
  ratio: 200,
  ratioFromBytes: 16 * 1024 * 1024,
  members: 2000,
}

export function isBomb(compressed: number, uncompressed: number, { ratio, ratioFromBytes }: FileLimits): boolean {
  return uncompressed > ratioFromBytes && uncompressed > compressed * ratio
}
