/**
 * Google's categories by the address of a category (google.com/basepages/producttype/taxonomy.en-GB.txt). Staff can enter
 * another, and Google chooses one itself where there is none.
 */
export const GOOGLE_CATEGORIES: Readonly<Record<string, string>> = {}
