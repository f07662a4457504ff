// The embedded engine's files with a real fsync; by default the engine's is a no-op.
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** EIO of the engine's C library. PostgreSQL panics on it, so that the write is not acknowledged. */
const EIO = 29

/** @typedef {{ nfd?: number, node: object }} Stream */
/** @typedef {{ realPath: (node: object) => string, stream_ops: { fsync?: (stream: Stream) => number } }} NodeFiles */

export class SyncedFiles extends NodeFS {
  /** @type {Int32Array} */
  #syncs

  /**
   * @param {string} folder
   * @param {Int32Array} syncs counts the fsyncs, for tests
   */
  constructor(folder, syncs) {
    super(folder)
    this.#syncs = syncs
  }

  /**
   * @override
   * @param {Parameters<NodeFS['init']>[0]} pg
   * @param {Parameters<NodeFS['init']>[1]} options
   * @returns {ReturnType<NodeFS['init']>}
   */
  async init(pg, options) {
    const { emscriptenOpts } = await super.init(pg, options)
    const hook = (/** @type {any} */ module) => this.#install(module.FS.filesystems.NODEFS)
    // Before mounting, because streams copy their operations when opened.
    emscriptenOpts.preRun = [hook, .../** @type {any[]} */ (emscriptenOpts.preRun ?? [])]
    return { emscriptenOpts }
  }

  /** @param {NodeFiles} files */
  #install(files) {
    files.stream_ops.fsync = (stream) => {
      // Returns an error number, because an exception would corrupt the engine's C stack.
      try {
        this.#sync(stream.nfd, () => files.realPath(stream.node))
        Atomics.add(this.#syncs, 0, 1)
        return 0
      } catch {
        return EIO
      }
    }
  }

  /**
   * @param {number | undefined} descriptor
   * @param {() => string} pathOf
   */
  #sync(descriptor, pathOf) {
    if (descriptor !== undefined) return fsyncSync(descriptor)
    // Folders have no descriptor here, but need an fsync to make renames durable.
    const folder = openSync(pathOf(), 'r')
    try {
      fsyncSync(folder)
    } finally {
      closeSync(folder)
    }
  }
}
