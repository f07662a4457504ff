// Files, folders and archives of an import; damaged and hostile ones are refused with a reason.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, it } from 'vitest'
import type { FileLimits } from '../../src/ingest/files/file-limits.ts'
import { FILE_LIMITS } from '../../src/ingest/files/file-limits.ts'
import { combinedHash, hashFiles, openFiles } from '../../src/ingest/files/open-files.ts'
import type { SourceFile } from '../../src/ingest/files/source-file.ts'
import { runCleanups, temporaryFolder } from '../support/databases.ts'
import { fileOf } from '../support/import-files.ts'
import { zipOf } from '../support/zip-files.ts'

afterEach(runCleanups)

const SMALL: FileLimits = { ...FILE_LIMITS, ratioFromBytes: 100_000, totalBytes: 10_000_000, members: 3 }

async function textOf(file: SourceFile, fallback?: 'windows-1252'): Promise<string> {
  let text = ''
  for await (const chunk of file.text(fallback)) text += chunk
  return text
}

/** Opens and reads all files; the text of each by its name. */
async function readAll(paths: readonly string[], limits: FileLimits = SMALL): Promise<Record<string, string>> {
  const opened = await openFiles(paths, undefined, limits)
  const texts: Record<string, string> = {}
  for (const { file } of opened) texts[file.name] = await textOf(file)
  return texts
}

it('opens files, gzipped files, folders, archives and files in archives, and hashes them the same', async () => {
  const folder = join(await temporaryFolder(), 'data')
  await mkdir(folder)
  const archive = zipOf([
    { name: 'Addresses/b.csv', content: 'b' },
    { name: 'Addresses/', content: '' },
    { name: 'read me.txt', content: 'hello' },
  ])
  await writeFile(join(folder, 'a.csv'), 'a')
  await writeFile(join(folder, 'c.csv.gz'), gzipSync('c'))
  await writeFile(join(folder, 'd.zip'), archive)
  await writeFile(join(folder, 'notes.txt'), 'not data')
  const members = { 'd.zip/Addresses/b.csv': 'b', 'd.zip/read me.txt': 'hello' }
  expect(await readAll([folder])).toEqual({ 'a.csv': 'a', 'c.csv.gz': 'c', ...members })
  expect(await readAll([join(folder, 'd.zip')])).toEqual(members)
  expect(await readAll([join(folder, 'd.zip', 'Addresses/b.csv'), join(folder, 'a.csv')])).toEqual({
    'd.zip/Addresses/b.csv': 'b',
    'a.csv': 'a',
  })
  for (const paths of [[folder], [join(folder, 'a.csv')], [join(folder, 'd.zip', 'read me.txt')]]) {
    const files = (await openFiles(paths)).map(({ file }) => file)
    for (const file of files) await textOf(file)
    expect(combinedHash(files)).toMatch(/^[0-9a-f]{64}$/)
    expect(combinedHash(files)).toBe(await hashFiles(paths))
    expect(files.every((file) => file.bytesRead() === file.bytes)).toBe(true)
  }
  expect(await hashFiles([folder])).not.toBe(await hashFiles([join(folder, 'a.csv')]))
  expect(await hashFiles([join(folder, 'missing.csv')])).toBeNull()
})

it('names what is wrong with a path', async () => {
  const folder = await temporaryFolder()
  const zip = await fileOf('a.zip', zipOf([{ name: 'x.csv', content: 'x' }]))
  await expect(openFiles([join(folder, 'none.csv')])).rejects.toThrow(
    /^Cannot read .*none.csv: there is no such file or folder.$/,
  )
  await expect(openFiles([folder])).rejects.toThrow('has no CSV, JSON, XML or ZIP files')
  await expect(openFiles([join(zip, 'y.csv')])).rejects.toThrow('a.zip has no file y.csv; it has x.csv')
})

const big = Buffer.alloc(2_000_000, 'a')
const HOSTILE: readonly (readonly [title: string, content: () => Buffer, reason: string | RegExp])[] = [
  ['a name with ../', () => zipOf([{ name: '../../etc/x.csv', content: 'x' }]), 'points outside of the archive'],
  ['an absolute name', () => zipOf([{ name: '/etc/x.csv', content: 'x' }]), 'points outside of the archive'],
  ['a name with a drive', () => zipOf([{ name: 'C:/x.csv', content: 'x' }]), 'points outside of the archive'],
  ['an encrypted file', () => zipOf([{ name: 'x.csv', content: 'x', encrypted: true }]), 'is encrypted'],
  ['a bomb', () => zipOf([{ name: 'x.csv', content: big }]), 'expands to more than 200 times its size'],
  [
    'a bomb that claims to be small',
    () => zipOf([{ name: 'x.csv', content: big, declaredBytes: 1000 }]),
    /damaged or incomplete: .*too many bytes/,
  ],
  [
    'more data than the limit',
    () => zipOf([{ name: 'x.csv', content: 'x', declaredBytes: 20_000_000 }]),
    /expands to more than/,
  ],
  [
    'too many files',
    () => zipOf(['a', 'b', 'c', 'd'].map((name) => ({ name, content: name }))),
    'has more than 3 files',
  ],
  ['two files of one name', () => zipOf(['a', 'a'].map((name) => ({ name, content: name }))), 'two files named a'],
  ['an archive in an archive', () => zipOf([{ name: 'x.csv', content: gzipSync('x') }]), 'is an archive itself'],
  ['an Excel file', () => zipOf([{ name: '[Content_Types].xml', content: '<x/>' }]), 'is an Excel or Word file'],
  ['a wrong checksum', () => zipOf([{ name: 'x.csv', content: 'x', broken: true }]), 'the checksum is wrong'],
  [
    'a truncated archive',
    () => zipOf([{ name: 'x.csv', content: 'x'.repeat(500) }]).subarray(0, 40),
    'damaged or incomplete',
  ],
  ['a gzip bomb', () => gzipSync(big), 'expands to more than 200 times its size'],
  ['a truncated gzip file', () => gzipSync('abc'.repeat(100)).subarray(0, 15), 'damaged or incomplete'],
  ['a PNG image', () => Buffer.from('89504e470d0a1a0a', 'hex'), 'is a PNG image. Export the table as CSV'],
  ['UTF-16', () => Buffer.from('\ufeffa,b', 'utf16le'), 'is UTF-16'],
]

it.each(HOSTILE)('refuses %s with the reason', async (_, content, reason) => {
  const path = await fileOf('hostile', content())
  await expect(readAll([path])).rejects.toThrow(reason)
})

const cut = (text: Buffer, size: number) =>
  (async function* () {
    for (let at = 0; at < text.length; at += size) yield text.subarray(at, at + size)
  })()

it('reads windows-1252 where it is allowed, and refuses a file with two encodings', async () => {
  const { decodeText } = await import('../../src/ingest/files/text-encoding.ts')
  const decode = async (bytes: Buffer, size: number) => {
    let text = ''
    for await (const chunk of decodeText(cut(bytes, size), 'x.csv', 'windows-1252')) text += chunk
    return text
  }
  const name = 'Rue Élisée-Réclus – Québec, 日本'
  const latin = Buffer.from('Rue Élisée-Réclus, Québec', 'latin1')
  for (const size of [1, 2, 3, 7, 1000]) {
    expect(await decode(Buffer.from(name), size)).toBe(name)
    expect(await decode(Buffer.from(`\ufeff${name}`), Math.max(3, size))).toBe(name)
    expect(await decode(latin, size)).toBe('Rue Élisée-Réclus, Québec')
  }
  const mixed = Buffer.concat([Buffer.from('Montréal\n'.repeat(50)), latin])
  await expect(decode(mixed, 64)).rejects.toThrow('x.csv mixes UTF-8 and windows-1252')
  await expect(decode(mixed, 10_000)).rejects.toThrow('mixes')
  await expect(decode(Buffer.concat([latin, Buffer.from('\nMontréal\n')]), 10_000)).rejects.toThrow('mixes')
})
