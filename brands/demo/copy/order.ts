/** The second step after an order, before and after it. */
export const PACKING = "We pack your parcel in London"
export const PACKED = "Packed in London"
