import { environment } from "../config"

/**
 * Where the shop's own origin serves a stored picture: uploads of the local file provider become a path, which the
 * storefront passes on; a picture elsewhere keeps its address.
 */
export function imagePath(url: string | null): string | null {
  const prefix = `${environment.BACKEND_PUBLIC_URL}/static/`
  return url?.startsWith(prefix) ? `/static/${url.slice(prefix.length)}` : url
}
