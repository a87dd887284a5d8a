import { existsSync } from "node:fs"
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { randomUUID } from "node:crypto"
import { LRUCache } from "lru-cache"

interface DiskCacheOptions {
  folder: string
  maxBytes: number
  /** Told when the disk fails; the shop goes on without it. */
  onError: (failure: unknown) => void
}

const UNFINISHED = ".part"

/** Files in a folder up to a size in all; what was not asked for the longest makes room. It never fails: it forgets. */
export class DiskCache {
  readonly #folder: string
  readonly #onTrouble: (failure: unknown) => void
  readonly #sizes: LRUCache<string, number>

  constructor({ folder, maxBytes, onError }: DiskCacheOptions) {
    this.#folder = folder
    this.#onTrouble = onError
    this.#sizes = new LRUCache<string, number>({
      maxSize: maxBytes,
      sizeCalculation: (bytes) => Math.max(1, bytes),
      dispose: (_bytes, name, reason) => {
        if (reason === "evict") void rm(join(folder, name), { force: true }).catch(onError)
      },
    })
  }

  /** Finds again what an earlier process left. */
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
      this.#onTrouble(failure)
    }
  }

  /** The file's bytes, or null where there is none. */
  async read(name: string): Promise<Buffer | null> {
    if (this.#sizes.get(name) === undefined) return null
    try {
      return await readFile(join(this.#folder, name))
    } catch {
      // Somebody tidied up; it is made again.
      this.#sizes.delete(name)
      return null
    }
  }

  /** A file appears whole or not at all, also for another process with the same folder. */
  async write(name: string, bytes: Buffer): Promise<void> {
    const unfinished = join(this.#folder, `${randomUUID()}${UNFINISHED}`)
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      await writeFile(unfinished, bytes)
      await rename(unfinished, join(this.#folder, name))
      this.#sizes.set(name, bytes.byteLength)
    } catch (failure) {
      this.#onTrouble(failure)
    }
  }
}
