// Writes ZIP archives for tests, including ones that no honest program would write.
import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  readonly name: string
  readonly content: string | Buffer
  readonly encrypted?: true
  /** A size in the directory that is not the real one. */
  readonly declaredBytes?: number
  /** Damages the content. */
  readonly broken?: true
}

export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, encrypted, declaredBytes, broken } of entries) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const header = Buffer.alloc(26)
    header.writeUInt16LE(20, 0)
    header.writeUInt16LE((encrypted ? 1 : 0) | 0x800, 2)
    header.writeUInt16LE(8, 4)
    header.writeUInt32LE((crc32(bytes) + (broken ? 1 : 0)) >>> 0, 10)
    header.writeUInt32LE(packed.length, 14)
    header.writeUInt32LE(declaredBytes ?? bytes.length, 18)
    header.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), header, Buffer.from(name), packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), header, tail, Buffer.from(name)]))
    files.push(local)
    offset += local.length
  }
  const listing = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(listing.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...files, listing, Buffer.from('PK\u0005\u0006'), end])
}
