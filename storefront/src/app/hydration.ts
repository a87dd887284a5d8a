/** Dispatched on the document once React handles presses on the page. */
export const HYDRATED_EVENT = "shop:hydrated"

/** The id of the script element that lists the page's scripts. */
export const START_ELEMENT = "start"
