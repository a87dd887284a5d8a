import { readBrand } from "./brand"

export const currentBrand = readBrand(process.env.BRAND)
