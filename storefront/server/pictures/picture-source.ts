import { createHash } from "node:crypto"
import { LRUCache } from "lru-cache"
import pLimit from "p-limit"
import { PICTURES } from "../../src/lib/picture-address"
import type { DiskShelf } from "./disk-shelf"
import { draw } from "./draw"
import type { Order } from "./order"
import { UnusablePicture, type Originals } from "./original"

/** The pictures of the moment, without the way to the disk. */
const MOST_BYTES_IN_MEMORY = 32 * 1024 * 1024
/** Two cores draw pages too: one picture at a time leaves them one. */
const AT_ONCE = 1
/** Who comes after so many gets the original instead of waiting. */
const MOST_WAITING = 200

/** `missing`: no such original. `busy`: too many wait already. */
export type Picture = { kind: "picture"; bytes: Buffer } | { kind: "missing" | "busy" }

interface PictureSourceOptions {
  originals: Originals
  shelf: Pick<DiskShelf, "read" | "write">
}

/**
 * Makes pictures, each once: from memory, else from the disk, else drawn; however many ask, one works on it.
 * @throws {UnusablePicture} for an original that is no picture; what `originals` throws
 */
export function createPictureSource({ originals, shelf }: PictureSourceOptions) {
  const inTurn = pLimit(AT_ONCE)
  const pictures = new LRUCache<string, Buffer, Order>({
    maxSize: MOST_BYTES_IN_MEMORY,
    sizeCalculation: (bytes) => bytes.byteLength,
    fetchMethod: async (name, _previous, { context: order }) => {
      const shelved = await shelf.read(name)
      if (shelved) return shelved
      if (inTurn.pendingCount >= MOST_WAITING) throw new TooBusy()
      const made = await inTurn(() => make(order))
      if (made) await shelf.write(name, made)
      return made ?? undefined
    },
  })

  async function make(order: Order): Promise<Buffer | null> {
    const original = await originals(order.path)
    if (!original) return null
    try {
      return await draw(original, order)
    } catch (failure) {
      throw new UnusablePicture(order.path, failure)
    }
  }

  return async (order: Order): Promise<Picture> => {
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
function nameOf({ form, format, path }: Order): string {
  const digest = createHash("sha256").update(`${PICTURES}${form}${path}`).digest("hex")
  return `${digest}.${format}`
}
