import { expect, it } from "vitest"
import { VatProvider } from "./vat-provider"

const rate = (percent: number) => ({
  ...{ id: `rate_${percent}`, rate: percent, name: `VAT ${percent}%`, code: null, is_default: false },
  ...{ tax_region_id: "region", rules: [], metadata: null, created_by: null, is_combinable: false },
  ...{ created_at: "", updated_at: "", deleted_at: null },
  tax_region: { id: "region", province_code: null },
})
const item = (id: string, unit_price: number, percent: number) => ({
  line_item: { id, product_id: id, unit_price, quantity: 1 },
  rates: [rate(percent)],
})
const DELIVERY = { shipping_line: { id: "delivery", shipping_option_id: "option" }, rates: [rate(20)] }

/** The rates of the delivery of these goods. */
async function ratesOf(
  items: ReturnType<typeof item>[],
  { deliveryVat = "goods", isVatRegistered = true, context = {} } = {},
) {
  const businessDetails = { isVatRegistered: async () => isVatRegistered }
  const provider = new VatProvider({ businessDetails }, { vatNumber: null, deliveryVat })
  const address = { country_code: "gb" }
  const lines = await provider.getTaxLines(items, [DELIVERY], { address, additional_context: context })
  return lines.flatMap((line) => ("shipping_line_id" in line ? [line.rate] : []))
}

it("a delivery has the rate of its goods, or the standard rate where that is set", async () => {
  const coffee = [item("coffee", 34, 0)]
  expect(await ratesOf(coffee)).toEqual([0])
  expect(await ratesOf(coffee, { deliveryVat: "standard" })).toEqual([20])
  expect(await ratesOf(coffee, { isVatRegistered: false })).toEqual([])
})

it("has the standard rate where there are no goods, or only free ones", async () => {
  expect(await ratesOf([])).toEqual([20])
  expect(await ratesOf([item("sample", 0, 0)])).toEqual([20])
})

it("has the rate of goods that a workflow names beside it", async () => {
  const goods = [{ rate: 0, code: null, name: "Zero", provider_id: "vat", pence: 3400 }]
  expect(await ratesOf([], { context: { goods } })).toEqual([0])
  expect(await ratesOf([], { context: { goods }, deliveryVat: "standard" })).toEqual([20])
})
