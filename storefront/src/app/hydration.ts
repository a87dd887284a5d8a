/** Told to the document once a press on the page is answered by the shop's scripts. */
export const HYDRATED_EVENT = "shop:hydrated"

/** The id of the element that brings them. */
export const START_ELEMENT = "start"
