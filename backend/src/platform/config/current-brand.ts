import { readBrand } from "./brand"

/** The brand of this process. The environment's check has refused an unknown one before. */
export const currentBrand = readBrand(process.env.BRAND)
