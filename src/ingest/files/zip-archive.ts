// Reads the files in a ZIP archive as streams. Refuses archives that are dangerous or damaged.
import { crc32 } from 'node:zlib'
import type { Entry, ZipFile } from 'yauzl'
import { openPromise } from 'yauzl'
import { cleanText, FileRefused } from '../record/draft.ts'
import type { FileLimits } from './file-limits.ts'
import { isBomb } from './file-limits.ts'

export interface ZipMember {
  readonly name: string
  /** Compressed. */
  readonly bytes: number
  readonly uncompressedBytes: number
}

/** All files in the archive, checked. */
export async function listMembers(path: string, name: string, limits: FileLimits): Promise<ZipMember[]> {
  return withArchive(path, name, async (archive) => {
    const members = new Map<string, ZipMember>()
    let total = 0
    for await (const entry of archive.eachEntry()) {
      const { fileName, compressedSize, uncompressedSize } = entry
      if (fileName.endsWith('/')) continue
      if (members.size >= limits.members)
        throw new FileRefused(`${cleanText(name)} has more than ${limits.members} files`)
      if (members.has(fileName)) throw new FileRefused(`${cleanText(name)} has two files named ${cleanText(fileName)}`)
      const label = `${cleanText(name)}: ${cleanText(fileName)}`
      if (entry.isEncrypted()) throw new FileRefused(`${label} is encrypted; unpack the archive and import the file`)
      if (!entry.canDecodeFileData())
        throw new FileRefused(`${label} is compressed in a way that is not supported; use deflate`)
      if (isBomb(compressedSize, uncompressedSize, limits))
        throw new FileRefused(`${label} expands to more than ${limits.ratio} times its size; it is not read`)
      total += uncompressedSize
      if (total > limits.totalBytes)
        throw new FileRefused(`${cleanText(name)} expands to more than ${limits.totalBytes} bytes; it is not read`)
      members.set(fileName, { name: fileName, bytes: compressedSize, uncompressedBytes: uncompressedSize })
    }
    if (members.has('[Content_Types].xml'))
      throw new FileRefused(`${cleanText(name)} is an Excel or Word file; save it as CSV`)
    return [...members.values()]
  })
}

/** The bytes of one member. Its size and checksum must be those in the archive's directory. */
export async function* readMember(path: string, member: string, name: string): AsyncGenerator<Buffer> {
  const archive = await openArchive(path, name)
  try {
    const entry = await findEntry(archive, member)
    if (!entry) throw new FileRefused(`${cleanText(name)} has no file ${cleanText(member)}`)
    const stream = await archive.openReadStreamPromise(entry)
    let checksum = 0
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        checksum = crc32(chunk, checksum)
        yield chunk
      }
    } finally {
      stream.destroy()
    }
    if (checksum !== entry.crc32) throw new Error('the checksum is wrong')
  } catch (error) {
    throw refusalOf(error, name)
  } finally {
    archive.close()
  }
}

async function findEntry(archive: ZipFile, member: string): Promise<Entry | undefined> {
  for await (const entry of archive.eachEntry()) if (entry.fileName === member) return entry
  return undefined
}

async function withArchive<T>(path: string, name: string, work: (archive: ZipFile) => Promise<T>): Promise<T> {
  const archive = await openArchive(path, name)
  try {
    return await work(archive)
  } catch (error) {
    throw refusalOf(error, name)
  } finally {
    archive.close()
  }
}

async function openArchive(path: string, name: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { autoClose: false, strictFileNames: true })
  } catch (error) {
    throw refusalOf(error, name)
  }
}

/** The library refuses names such as `../x`, `/x` and `C:\x`, and all inconsistent archives. */
function refusalOf(error: unknown, name: string): unknown {
  if (error instanceof FileRefused || !(error instanceof Error)) return error
  const { message } = error
  if (/invalid relative path|absolute path|invalid characters in fileName/.test(message))
    return new FileRefused(
      `${cleanText(name)} has a file whose name points outside of the archive (${cleanText(message)}); it is not read`,
    )
  return new FileRefused(`${cleanText(name)} is damaged or incomplete: ${cleanText(message)}`)
}
