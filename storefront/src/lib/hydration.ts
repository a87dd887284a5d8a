/**
 * Dispatched on the document once React has hydrated the page, and again for each part that it hydrates later
 * (pages/late-part.tsx).
 */
export const HYDRATED_EVENT = "shop:hydrated"

/** Dispatched on the document when code of the page cannot be loaded, or the page not be hydrated. */
export const FAILED_EVENT = "shop:failed"
