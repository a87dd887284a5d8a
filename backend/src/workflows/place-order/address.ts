import type { PlaceOrder } from "@shop/contracts"

/** The typed address as Medusa stores one. Staff read names in two incomplete; nothing that was typed is lost between them. */
export function addressOf(request: PlaceOrder) {
  const words = request.name.split(/\s+/)
  return {
    first_name: words.length > 1 ? words.slice(0, -1).join(" ") : request.name,
    last_name: words.length > 1 ? (words.at(-1) ?? "") : "",
    address_1: request.address,
    city: request.city,
    postal_code: request.postcode,
    country_code: "gb",
    phone: request.phone,
  }
}
