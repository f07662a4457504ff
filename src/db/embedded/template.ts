// Packs a new cluster into one compressed file, so that the first start need not run initdb.
// Layout before compression: index length (4 bytes), index as JSON, file contents.
import { mkdir, open, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'

interface Index {
  readonly folders: readonly string[]
  readonly files: readonly (readonly [path: string, sizeBytes: number])[]
}

const LENGTH_BYTES = 4
/** Reserve WAL segments; only the first one is in use. */
const LOG_SEGMENT = /^pg_wal\/[0-9A-F]{24}$/

export async function packTemplate(cluster: string): Promise<Buffer> {
  const names = (await readdir(cluster, { recursive: true })).sort()
  const [liveSegment] = names.filter((name) => LOG_SEGMENT.test(name))
  const folders: string[] = []
  const files: [string, number][] = []
  const contents: Buffer[] = []
  for (const name of names) {
    if (LOG_SEGMENT.test(name) && name !== liveSegment) continue
    if ((await stat(join(cluster, name))).isDirectory()) folders.push(name)
    else {
      const content = await readFile(join(cluster, name))
      files.push([name, content.length])
      contents.push(content)
    }
  }
  const index = Buffer.from(JSON.stringify({ folders, files } satisfies Index))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32BE(index.length)
  return promisify(brotliCompress)(Buffer.concat([length, index, ...contents]), {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      // The three databases are nearly equal and 7 MB apart, so the window must reach the first.
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    },
  })
}

export async function unpackTemplate(packed: Buffer, folder: string): Promise<void> {
  const bytes = await promisify(brotliDecompress)(packed)
  const filesStart = LENGTH_BYTES + bytes.readUInt32BE(0)
  const index = JSON.parse(bytes.toString('utf8', LENGTH_BYTES, filesStart)) as Index
  for (const name of index.folders) await mkdir(join(folder, name), { recursive: true, mode: 0o700 })
  let offset = filesStart
  for (const [name, sizeBytes] of index.files) {
    await writeFile(join(folder, name), bytes.subarray(offset, offset + sizeBytes), { mode: 0o600 })
    offset += sizeBytes
  }
}

/** Syncs the folder before its rename, so that a crash leaves no empty files. */
export async function syncFolder(folder: string): Promise<void> {
  for (const name of [...(await readdir(folder, { recursive: true })), '']) await syncPath(join(folder, name))
  await syncPath(dirname(folder))
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
