import { MutationObserver, QueryClient } from "@tanstack/react-query"
import { expect, test } from "vitest"
import { claimPayment } from "./orders"
import { categoryQuery } from "./catalogue"
import { categoryProductsQuery, productQuery } from "./products"

const client = new QueryClient()

test("a product without a slug is never requested", async () => {
  await expect(client.query(productQuery(""))).rejects.toThrow("Product slug is required")
})

test("a category without an id is never requested, nor are its products", async () => {
  await expect(client.query(categoryQuery(""))).rejects.toThrow("Category ID is required")
  await expect(client.query(categoryProductsQuery(""))).rejects.toThrow("Category ID is required")
})

test("a payment without an order is never confirmed", async () => {
  const confirming = new MutationObserver(client, claimPayment(null)).mutate()
  await expect(confirming).rejects.toThrow("Order ID is required")
})
