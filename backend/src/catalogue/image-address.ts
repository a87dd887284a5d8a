import { environment } from "../config"

const OURS = `${environment.BACKEND_PUBLIC_URL}/static/`

/**
 * Where a browser finds an image: a path on the shop's own origin for a file of ours, which the storefront's server
 * passes on; a foreign address (a bucket, a CDN) as it is.
 */
export function imageAddress(url: string | null | undefined): string | null {
  if (!url) return null
  return url.startsWith(OURS) ? `/static/${url.slice(OURS.length)}` : url
}
