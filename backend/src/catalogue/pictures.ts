import { environment } from "../platform/config"

const OWN_FILES = `${environment.BACKEND_PUBLIC_URL}/static/`

/** Our own files become paths, which the storefront's server proxies; other hosts (a bucket, a CDN) stay. */
export function imageAddress(url: string | null | undefined): string | null {
  if (!url) return null
  return url.startsWith(OWN_FILES) ? `/static/${url.slice(OWN_FILES.length)}` : url
}
