import { existsSync } from "node:fs"
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { randomUUID } from "node:crypto"
import { LRUCache } from "lru-cache"

interface DiskCacheOptions {
  folder: string
  maxBytes: number
  onError: (failure: unknown) => void
}

const UNFINISHED = ".part"

/** Files in a folder with a total size limit. The least recently used file is removed first. It never throws. */
export class DiskCache {
  readonly #folder: string
  readonly #onError: (failure: unknown) => void
  readonly #sizes: LRUCache<string, number>

  constructor({ folder, maxBytes, onError }: DiskCacheOptions) {
    this.#folder = folder
    this.#onError = onError
    this.#sizes = new LRUCache<string, number>({
      maxSize: maxBytes,
      sizeCalculation: (bytes) => Math.max(1, bytes),
      dispose: (_bytes, name, reason) => {
        if (reason === "evict") void rm(join(folder, name), { force: true }).catch(onError)
      },
    })
  }

  async open(): Promise<void> {
    try {
      if (!existsSync(this.#folder)) return
      const files = (await readdir(this.#folder, { withFileTypes: true })).filter((entry) => entry.isFile())
      const found = await Promise.all(
        files.map(async ({ name }) => ({ name, stats: await stat(join(this.#folder, name)) })),
      )
      for (const { name, stats } of found.toSorted((a, b) => a.stats.mtimeMs - b.stats.mtimeMs)) {
        if (name.endsWith(UNFINISHED)) await rm(join(this.#folder, name), { force: true })
        else this.#sizes.set(name, stats.size)
      }
    } catch (failure) {
      this.#onError(failure)
    }
  }

  async read(name: string): Promise<Buffer | null> {
    if (this.#sizes.get(name) === undefined) return null
    try {
      return await readFile(join(this.#folder, name))
    } catch {
      // The file was removed from outside. It will be made again.
      this.#sizes.delete(name)
      return null
    }
  }

  /** Writes a file atomically, also for other processes with the same folder. */
  async write(name: string, bytes: Buffer): Promise<void> {
    const unfinished = join(this.#folder, `${randomUUID()}${UNFINISHED}`)
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      await writeFile(unfinished, bytes)
      await rename(unfinished, join(this.#folder, name))
      this.#sizes.set(name, bytes.byteLength)
    } catch (failure) {
      this.#onError(failure)
    }
  }
}
