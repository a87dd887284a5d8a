import { parseFeed } from "../../storefront/server/testing/merchant-rules"
import { expect, test } from "../fixtures/test"

test("every product is in the feed as Google's rules want it; its link shows its price, its picture is one that Google reads", async ({
  page,
}) => {
  const feed = await page.request.get("/feeds/google.xml")
  expect(feed.headers()["content-type"]).toBe("application/xml; charset=utf-8")
  const entries = parseFeed(await feed.text())
  expect(entries.length).toBeGreaterThanOrEqual(28)

  const honey = entries.find(({ link }) => link.endsWith("/product/heather-honey"))
  expect(honey).toMatchObject({
    title: "Scottish Heather Honey",
    price: "12.95 GBP",
    availability: "in_stock",
    unit_pricing_measure: "340g",
    unit_pricing_base_measure: "1kg",
    google_product_category: "Food, Beverages & Tobacco > Food Items > Condiments & Sauces > Honey",
  })
  expect(honey?.shipping.map(({ price }) => price)).toEqual(["0.00 GBP", "13.00 GBP"])

  const picture = await page.request.get(honey?.image_link ?? "")
  expect([picture.status(), picture.headers()["content-type"]]).toEqual([200, "image/jpeg"])
  await page.goto(honey?.link ?? "")
  await expect(page.getByText("£12.95").first()).toBeVisible()
})
