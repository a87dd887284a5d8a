/** What one file may weigh; the admin's own form says the same (`maxUploadFileSize`). */
export const MOST_MEGABYTES = 10
export const MOST_BYTES = MOST_MEGABYTES * 1024 * 1024
/** All files of one upload together. They wait in memory until all have arrived. */
export const MOST_MEGABYTES_AT_ONCE = 60
export const MOST_BYTES_AT_ONCE = MOST_MEGABYTES_AT_ONCE * 1024 * 1024
/** A drawing is text that every screen works out anew. */
export const MOST_DRAWING_BYTES = 500 * 1024
/** Pixels a picture may unpack to: the largest that phones take. */
export const MOST_MEGAPIXELS = 50
/** The longer edge of what is kept, in pixels; no screen shows a product larger. */
export const LONGEST_EDGE = 2560
