import { randomBytes } from "node:crypto"
import { expect, test } from "../fixtures/test"
import { openAdmin } from "../screens/admin"
import { cards } from "../screens/catalogue"

test("staff write a synonym on the store's page, and shoppers who use it find the products", async ({
  page,
  shop,
  staff,
  browserWatch,
}) => {
  const word = `lolly${randomBytes(4).toString("hex")}`
  await openAdmin(page, shop, staff, browserWatch)
  await page.goto(`${shop.backendUrl}/app/settings/store`)
  await expect(page.getByRole("heading", { name: "Search synonyms" })).toBeVisible()
  const box = page.getByLabel("Synonyms, one line for each word of the shop")
  const save = page.getByRole("button", { name: "Save" })
  const before = await box.inputValue()

  await box.fill(`${before}\n${word} gummies`)
  await expect(page.getByText("cannot be read")).toBeVisible()
  await expect(save).toBeDisabled()
  await box.fill(`${before}\n${word} = gummies`)
  await save.click()
  await expect(page.getByText("The shop's search uses the synonyms within two seconds.")).toBeVisible()
  await expect(save).toBeDisabled()

  const shopper = await page.context().newPage()
  await expect(async () => {
    await shopper.goto(`${shop.storefrontUrl}/products?search=${word}`)
    await expect(shopper.getByText("Showing results for gummies")).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 20_000 })
  await expect(cards(shopper).first()).toContainText(/gummies/i)
})
