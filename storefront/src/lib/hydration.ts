/** On the document once React has hydrated the page, and again for each later part (pages/late-part.tsx). */
export const HYDRATED_EVENT = "shop:hydrated"

/** Dispatched on the document when code of the page cannot be loaded, or the page not be hydrated. */
export const FAILED_EVENT = "shop:failed"
