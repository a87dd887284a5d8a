import { createHash } from "node:crypto"
import { LRUCache } from "lru-cache"
import pLimit from "p-limit"
import { PICTURES } from "../../src/lib/picture-address"
import type { DiskCache } from "./disk-cache"
import { renderPicture } from "./render-picture"
import type { PictureRequest } from "./picture-request"
import { UnusablePicture, type Originals } from "./original"

/** The pictures of the moment, without the way to the disk. */
const MAX_MEMORY_BYTES = 32 * 1024 * 1024
/** Two cores draw pages too: one picture at a time leaves them one. */
const CONCURRENCY = 1
/** Who comes after so many gets the original instead of waiting. */
const MAX_QUEUED = 200

/** `missing`: no such original. `busy`: too many wait already. */
export type Picture = { kind: "picture"; bytes: Buffer } | { kind: "missing" | "busy" }

interface PictureSourceOptions {
  originals: Originals
  diskCache: Pick<DiskCache, "read" | "write">
}

/**
 * Makes pictures, each once: from memory, else from the disk, else drawn; however many ask, one works on it.
 * @throws {UnusablePicture} for an original that is no picture; what `originals` throws
 */
export function createPictureSource({ originals, diskCache }: PictureSourceOptions) {
  const limit = pLimit(CONCURRENCY)
  const pictures = new LRUCache<string, Buffer, PictureRequest>({
    maxSize: MAX_MEMORY_BYTES,
    sizeCalculation: (bytes) => bytes.byteLength,
    fetchMethod: async (name, _previous, { context: order }) => {
      const cached = await diskCache.read(name)
      if (cached) return cached
      if (limit.pendingCount >= MAX_QUEUED) throw new TooBusy()
      const made = await limit(() => renderFresh(order))
      if (made) await diskCache.write(name, made)
      return made ?? undefined
    },
  })

  async function renderFresh(order: PictureRequest): Promise<Buffer | null> {
    const original = await originals(order.path)
    if (!original) return null
    try {
      return await renderPicture(original, order)
    } catch (failure) {
      throw new UnusablePicture(order.path, failure)
    }
  }

  return async (order: PictureRequest): Promise<Picture> => {
    try {
      const bytes = await pictures.fetch(nameOf(order), { context: order })
      return bytes ? { kind: "picture", bytes } : { kind: "missing" }
    } catch (failure) {
      if (failure instanceof TooBusy) return { kind: "busy" }
      throw failure
    }
  }
}

class TooBusy extends Error {}

/** A file name that holds the whole order and the recipe, whatever the original is called. */
function nameOf({ form, format, path }: PictureRequest): string {
  const digest = createHash("sha256").update(`${PICTURES}${form}${path}`).digest("hex")
  return `${digest}.${format}`
}
