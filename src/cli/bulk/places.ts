// Where inputs and outputs of plinth match are: a folder of this machine, or a bucket with a prefix.
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { BucketStore } from '../../catalog/files/snapshot-store.ts'

export interface StoredFile {
  /** Below the place, with `/` between folders. */
  readonly name: string
  readonly bytes: number
  /** Changes with the content. */
  readonly version: string
}

export interface Place {
  /** Ends with a slash. */
  readonly location: string
  /** Files at most so many folders deep. */
  list(depth?: number): Promise<StoredFile[]>
  /** A path of this machine to read the file from; it may be in `folder`. */
  fetch(name: string, folder: string): Promise<string>
  /** Moves a complete file here, and replaces one of that name. */
  put(name: string, path: string): Promise<void>
  delete(name: string): Promise<void>
}

export interface BucketOptions {
  /** URL of an S3-compatible service other than Amazon's. */
  readonly endpoint?: string | undefined
  readonly region?: string | undefined
}

export const isUrl = (location: string): boolean => location.startsWith('s3://')

export function openPlace(location: string, { endpoint, region }: BucketOptions): Place {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(location) ?? []
  if (bucket === undefined) return new FolderPlace(resolve(location))
  const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`
  return new BucketPlace(`s3://${bucket}/${folder}`, new BucketStore(bucket, folder, endpoint, region))
}

class FolderPlace implements Place {
  readonly location: string
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
    this.location = folder.endsWith('/') ? folder : `${folder}/`
  }

  async list(depth = Number.POSITIVE_INFINITY, below = ''): Promise<StoredFile[]> {
    const found: StoredFile[] = []
    const entries = await readdir(join(this.#folder, below), { withFileTypes: true }).catch((error) => {
      if (error.code === 'ENOENT') return []
      throw error
    })
    for (const entry of entries) {
      const name = below + entry.name
      const path = join(this.#folder, name)
      const isFolder = entry.isDirectory()
      if (isFolder && depth > 0) found.push(...(await this.list(depth - 1, `${name}/`)))
      const { size, mtimeMs } = isFolder ? { size: 0, mtimeMs: 0 } : await stat(path)
      if (!isFolder) found.push({ name, bytes: size, version: String(mtimeMs) })
    }
    return found.sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  async fetch(name: string): Promise<string> {
    return join(this.#folder, name)
  }

  async put(name: string, path: string): Promise<void> {
    const target = join(this.#folder, name)
    await mkdir(dirname(target), { recursive: true })
    await rename(path, target)
  }

  async delete(name: string): Promise<void> {
    await rm(join(this.#folder, name), { force: true })
  }
}

class BucketPlace implements Place {
  readonly location: string
  readonly #store: BucketStore

  constructor(location: string, store: BucketStore) {
    this.location = location
    this.#store = store
  }

  list(): Promise<StoredFile[]> {
    return this.#store.list()
  }

  async fetch(name: string, folder: string): Promise<string> {
    const path = join(folder, basename(name))
    await this.#store.download(name, path)
    return path
  }

  put(name: string, path: string): Promise<void> {
    return this.#store.upload(name, path)
  }

  delete(name: string): Promise<void> {
    return this.#store.delete(name)
  }
}
