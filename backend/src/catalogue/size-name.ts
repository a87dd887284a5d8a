/** Medusa's name for the only size of a product without options. */
const UNNAMED = "Default variant"

/** What shoppers read of a size. Empty: it has no name of its own. */
export const sizeName = (title: string | null): string => (title === null || title === UNNAMED ? "" : title)
