/** The maximum size of one file, the same as in the admin (`maxUploadFileSize`). */
export const MOST_MEGABYTES = 10
export const MOST_BYTES = MOST_MEGABYTES * 1024 * 1024
/** The maximum size of one upload. Its files stay in memory until all have arrived. */
export const MOST_MEGABYTES_AT_ONCE = 60
export const MOST_BYTES_AT_ONCE = MOST_MEGABYTES_AT_ONCE * 1024 * 1024
/** The maximum size of an SVG, which this process draws. */
export const MOST_DRAWING_BYTES = 500 * 1024
/** The maximum number of megapixels: as many as the best phone cameras. */
export const MOST_MEGAPIXELS = 50
/** The longer edge of a stored picture, in pixels. */
export const LONGEST_EDGE = 2560
