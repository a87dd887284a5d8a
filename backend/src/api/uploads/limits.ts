/** The maximum size of one file, the same as in the admin (`maxUploadFileSize`). */
export const MOST_MEGABYTES = 10
export const MOST_BYTES = MOST_MEGABYTES * 1024 * 1024
/** The maximum size of one upload. Its files stay in memory until all have arrived. */
export const MOST_MEGABYTES_AT_ONCE = 60
export const MOST_BYTES_AT_ONCE = MOST_MEGABYTES_AT_ONCE * 1024 * 1024
/** The maximum size of a CSV file for Medusa's own import of products. */
export const MOST_TABLE_MEGABYTES = 2
export const MOST_TABLE_BYTES = MOST_TABLE_MEGABYTES * 1024 * 1024
export const MOST_DRAWING_BYTES = 500 * 1024
/** The longer edge of a drawing as a picture, in pixels. */
export const DRAWING_EDGE = 1600
export const MOST_DRAWING_MEMORY = 400 * 1024 * 1024
/** The exit code of the process that draws, when there is nothing to draw. */
export const NO_DRAWING = 2
/** The maximum number of megapixels: as many as the best phone cameras. */
export const MOST_MEGAPIXELS = 50
/** The longer edge of a stored picture, in pixels. */
export const LONGEST_EDGE = 2560
