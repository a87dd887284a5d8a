/** Above what the backend takes as an upload: whatever is larger is none of ours. */
const MAX_BYTES = 16 * 1024 * 1024
const TIMEOUT_MS = 10_000

/** Gets an original by its path on the backend; null where there is none. @throws when the backend fails */
export type Originals = (path: string) => Promise<Buffer | null>

/** Originals come from the backend's uploads and from nowhere else: no address in a request names a host, and no redirect is followed. */
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

/** There is an original, but nothing can be made of it. */
export class UnusablePicture extends Error {
  constructor(path: string, why: unknown) {
    super(`No picture can be made of ${path}: ${why instanceof Error ? why.message : String(why)}`)
  }
}
