import { environment } from "../platform/config"

const OWN_FILES = `${environment.BACKEND_PUBLIC_URL}/static/`

/**
 * The address of an image for browsers. A file of ours becomes a path, which the storefront's server proxies; the
 * address of another host (a bucket, a CDN) stays the same.
 */
export function imageAddress(url: string | null | undefined): string | null {
  if (!url) return null
  return url.startsWith(OWN_FILES) ? `/static/${url.slice(OWN_FILES.length)}` : url
}
