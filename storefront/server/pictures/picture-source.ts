import { LRUCache } from "lru-cache"
import { createHash } from "node:crypto"
import pLimit from "p-limit"
import { PICTURES } from "../../src/lib/picture-address"
import type { DiskCache } from "./disk-cache"
import type { PictureRequest } from "./picture-request"
import { renderPicture } from "./render-picture"

const MAX_MEMORY_BYTES = 32 * 1024 * 1024
/** The server's cores render pages too. One picture at a time leaves time for them. */
const CONCURRENCY = 1
/** Later requests get the original instead of waiting. */
const MAX_QUEUED = 200

/** `missing`: the original does not exist. `busy`: too many requests wait. */
export type Picture = { kind: "picture"; bytes: Buffer } | { kind: "missing" | "busy" }

interface PictureSourceOptions {
  originals: Originals
  diskCache: Pick<DiskCache, "read" | "write">
}

/** Concurrent requests for one picture share the work. @throws {UnusablePicture}, and whatever `originals` throws */
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

function nameOf({ form, format, path }: PictureRequest): string {
  const digest = createHash("sha256").update(`${PICTURES}${form}${path}`).digest("hex")
  return `${digest}.${format}`
}

/** The backend accepts no larger upload. */
const MAX_BYTES = 16 * 1024 * 1024
const TIMEOUT_MS = 10_000

/** Loads an original by its path on the backend; null if it does not exist. @throws when the backend fails */
export type Originals = (path: string) => Promise<Buffer | null>

/** Loads originals from the backend only: no address in a request names a host, and redirects are not followed. */
export function createOriginals(backendUrl: string, fetchFrom: typeof fetch = fetch): Originals {
  return async (path) => {
    const response = await fetchFrom(new URL(path, backendUrl), {
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (response.status >= 500) throw new Error(`The backend answered ${response.status} for ${path}`)
    if (!response.ok || !response.body) return null
    return read(response.body, path)
  }
}

async function read(body: ReadableStream<Uint8Array>, path: string): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let bytes = 0
  const reader = body.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    bytes += next.value.byteLength
    if (bytes > MAX_BYTES) {
      await reader.cancel()
      throw new UnusablePicture(path, "it is too large")
    }
    parts.push(next.value)
  }
  return Buffer.concat(parts)
}

export class UnusablePicture extends Error {
  constructor(path: string, why: unknown) {
    super(`Cannot render a picture from ${path}: ${why instanceof Error ? why.message : String(why)}`)
  }
}
