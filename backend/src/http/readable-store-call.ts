/** What of the framework's store API only reads, and reads what everybody may see. */
const READABLE = [
  "products",
  "product-variants",
  "product-categories",
  "product-tags",
  "product-types",
  "product-options",
  "collections",
  "regions",
  "currencies",
]

/**
 * Whether the framework's store API answers a call while it is closed. Its carts, orders (readable by whoever knows
 * an id, with name and address), payments, returns and customers go past the checkout's rules.
 * @param path below /store, like `/products/prod_1`
 */
export function isReadable(method: string, path: string): boolean {
  const [, collection = ""] = path.split("/")
  return (method === "GET" || method === "HEAD" || method === "OPTIONS") && READABLE.includes(collection)
}
