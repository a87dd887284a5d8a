import type { Product } from "@shop/contracts"
import { expect, test } from "vitest"
import { cheapestSize, firstSize, inSize, isSoldOut } from "./sizes"

const size = (id: string, price: string, stock: number) => ({ id, weight: id, price, stock, unitPrice: null })
const plain: Product = {
  id: "prod_1",
  name: "Syrup",
  slug: "syrup",
  description: "",
  image: null,
  price: "9.00",
  weight: "500 g",
  badge: null,
  stock: 0,
  featured: false,
  categoryId: "",
}
const syrup: Product = {
  ...plain,
  variants: [size("500 g", "9.00", 0), size("1 kg", "16.00", 7), size("250 g", "5.00", 1)],
}

test("the first size in stock is selected, or the first one if none is", () => {
  expect(firstSize(syrup)?.id).toBe("1 kg")
  expect(firstSize({ ...plain, variants: [size("a", "1.00", 0), size("b", "1.00", 0)] })?.id).toBe("a")
  expect(firstSize(plain)).toBeUndefined()
})

test("the 'from' price is the lowest, even if it has more digits", () => {
  expect(cheapestSize(syrup)?.price).toBe("5.00")
  expect(cheapestSize({ ...plain, variants: [size("a", "10.00", 1), size("b", "9.50", 1)] })?.price).toBe(
    "9.50",
  )
})

test("a product is sold out when every size is sold out", () => {
  expect(isSoldOut(syrup)).toBe(false)
  expect(isSoldOut({ ...plain, variants: [size("a", "1.00", 0), size("b", "1.00", 0)] })).toBe(true)
  expect(isSoldOut(plain)).toBe(true)
})

test("a product in a size has that size's price, weight, stock and id", () => {
  const [, kilo] = syrup.variants ?? []
  expect(kilo && inSize(syrup, kilo)).toMatchObject({
    price: "16.00",
    weight: "1 kg",
    stock: 7,
    variantId: "1 kg",
  })
})
