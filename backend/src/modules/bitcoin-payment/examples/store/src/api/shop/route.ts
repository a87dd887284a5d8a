import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

const keys = z.tuple([z.object({ token: z.string() })])

/** A whole storefront in one page: it buys through Medusa's own checkout, then shows the payment. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "api_key",
    fields: ["token"],
    // Medusa has made another one, without a product.
    filters: { type: "publishable", title: "Web" },
  })
  const [{ token }] = keys.parse(data)
  res.type("html").send(PAGE.replace("PUBLISHABLE_KEY", token))
}

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>A store that takes Bitcoin</title>
<link rel="icon" href="data:,">
<style>
  body { max-width: 30rem; margin: 3rem auto; padding: 0 1rem; font: 1.1rem/1.5 system-ui, sans-serif; color: #1c1917 }
  button { min-height: 48px; margin: 0 .5rem .5rem 0; padding: 0 1.25rem; font: inherit; font-weight: 600; color: #fff; background: #1c1917; border: 0; border-radius: 8px }
  button:disabled { background: #78716c }
  bitcoin-payment { display: block; --bp-radius: 12px }
</style>
<main>
  <h1>A book to download</h1>
  <p id="buy"></p>
  <p id="problem" role="alert"></p>
</main>
<script type="module" src="/pay/bitcoin/element.js"></script>
<script type="module">
  const main = document.querySelector("main"), buy = document.querySelector("#buy")

  const call = async (path, body) => {
    const response = await fetch("/store" + path, {
      method: body ? "POST" : "GET",
      headers: { "content-type": "application/json", "x-publishable-api-key": "PUBLISHABLE_KEY" },
      body: body && JSON.stringify(body),
    })
    const answer = await response.json()
    if (!response.ok) throw new Error(answer.message)
    return answer
  }

  const order = async (region, variant) => {
    const { cart } = await call("/carts", { region_id: region.id, email: "buyer@example.com" })
    await call("/carts/" + cart.id + "/line-items", { variant_id: variant.id, quantity: 1 })
    const { payment_collection } = await call("/payment-collections", { cart_id: cart.id })
    await call("/payment-collections/" + payment_collection.id + "/payment-sessions", { provider_id: "pp_bitcoin_bitcoin" })
    const completed = await call("/carts/" + cart.id + "/complete", {})
    if (completed.type === "cart") throw new Error(completed.error.message)
    return completed.order.id
  }

  const show = (id) => {
    const payment = document.createElement("bitcoin-payment")
    payment.setAttribute("order-id", id)
    main.replaceChildren(payment)
  }

  // The order stays in the address, so a reload shows it again.
  const placed = location.hash.slice(1)
  if (placed !== "") show(placed)
  else {
    const { regions } = await call("/regions")
    for (const region of regions) {
      const { products: [product] } = await call("/products?fields=*variants.calculated_price&region_id=" + region.id)
      const [variant] = product.variants
      const button = document.createElement("button")
      const currency = region.currency_code.toUpperCase()
      const price = new Intl.NumberFormat("en-GB", { style: "currency", currency })
      button.textContent = "Buy for " + price.format(variant.calculated_price.calculated_amount)
      button.addEventListener("click", async () => {
        button.disabled = true
        try {
          location.hash = await order(region, variant)
          show(location.hash.slice(1))
        } catch (error) {
          document.querySelector("#problem").textContent = error.message
          button.disabled = false
        }
      })
      buy.append(button)
    }
  }
</script>
</html>
`
