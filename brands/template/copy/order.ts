/** The second step after an order, before and after it. */
export const PACKING = "We pack your parcel"
export const PACKED = "Packed"
