// Rewrites the ZIP archive of a workbook without compression.
// The workbook reader would unpack large sheets in workers from `blob:` URLs, which our security policy forbids.

interface Entry {
  readonly name: Uint8Array
  readonly content: Uint8Array
}

const END_BYTES = 22
const LISTING_BYTES = 46
const LOCAL_BYTES = 30
/** A comment of up to 64 KB may follow the end record. */
const MAX_COMMENT = 0xffff

/** Null if the file is not an archive of this kind, or larger than `maxBytes` when unpacked. */
export async function unpackWorkbook(file: Uint8Array<ArrayBuffer>, maxBytes: number): Promise<ArrayBuffer | null> {
  const view = new DataView(file.buffer)
  let end = file.length - END_BYTES
  while (end >= Math.max(0, file.length - END_BYTES - MAX_COMMENT) && view.getUint32(end, true) !== 0x06054b50) end--
  if (end < 0 || view.getUint32(end, true) !== 0x06054b50) return null
  const entries: Entry[] = []
  let total = 0
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    const nameLength = view.getUint16(at + 28, true)
    const name = file.slice(at + LISTING_BYTES, at + LISTING_BYTES + nameLength)
    total += view.getUint32(at + 24, true)
    if (total > maxBytes) return null
    // Pictures and other parts don't matter.
    if (/\.(xml|rels)$/.test(new TextDecoder().decode(name))) {
      const local = view.getUint32(at + 42, true)
      const from = local + LOCAL_BYTES + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
      const packed = file.subarray(from, from + view.getUint32(at + 20, true))
      const content = view.getUint16(at + 10, true) === 0 ? packed : await inflate(packed)
      entries.push({ name, content })
    }
    at += LISTING_BYTES + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return new Blob(storedArchive(entries)).arrayBuffer()
}

async function inflate(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

function storedArchive(entries: readonly Entry[]): BlobPart[] {
  const parts: Uint8Array[] = []
  const listing: Uint8Array[] = []
  let offset = 0
  for (const { name, content } of entries) {
    const local = new DataView(new ArrayBuffer(LOCAL_BYTES))
    local.setUint32(0, 0x04034b50, true)
    setSizes(local, 18, name, content)
    const listed = new DataView(new ArrayBuffer(LISTING_BYTES))
    listed.setUint32(0, 0x02014b50, true)
    setSizes(listed, 20, name, content)
    listed.setUint32(42, offset, true)
    parts.push(new Uint8Array(local.buffer), name, content)
    listing.push(new Uint8Array(listed.buffer), name)
    offset += LOCAL_BYTES + name.length + content.length
  }
  const end = new DataView(new ArrayBuffer(END_BYTES))
  end.setUint32(0, 0x06054b50, true)
  end.setUint16(8, entries.length, true)
  end.setUint16(10, entries.length, true)
  end.setUint32(
    12,
    listing.reduce((sum, { length }) => sum + length, 0),
    true,
  )
  end.setUint32(16, offset, true)
  return [...parts, ...listing, new Uint8Array(end.buffer)] as BlobPart[]
}

/** Both headers have the two sizes and the length of the name in this order. */
function setSizes(header: DataView, at: number, name: Uint8Array, content: Uint8Array): void {
  header.setUint32(at, content.length, true)
  header.setUint32(at + 4, content.length, true)
  header.setUint16(at + 8, name.length, true)
}
