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

/**
 * SQL for the address of a product's picture (`p` is the product): the thumbnail, or the first photo if staff chose no
 * thumbnail.
 */
export const PICTURE = `coalesce(nullif(p.thumbnail, ''), (select i.url from image i
  where i.product_id = p.id and i.deleted_at is null order by i.rank, i.id limit 1))`
