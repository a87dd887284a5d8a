/** Dispatched on the document once React has hydrated the page, except for parts with a boundary of their own. */
export const HYDRATED_EVENT = "shop:hydrated"

/** The id of the script element that lists the page's scripts. */
export const START_ELEMENT = "start"
