import { randomBytes } from "node:crypto"
import type { Page } from "@playwright/test"
import { expect, test } from "../fixtures/test"
import { sixMegabytePhoto } from "../fixtures/photo"
import { openAdmin } from "../screens/admin"
import { answerJson, cut } from "../screens/forced"
import type { Stack } from "../stack/stack"

const HEADER = "handle,sku,title,description,categories,weight,price,stock"

/** Chooses a file on the stock overview, checks the preview and applies it. */
async function importTable(page: Page, shop: Stack, csv: string, told: RegExp): Promise<void> {
  await page.goto(`${shop.backendUrl}/app/stock-overview`)
  await page.getByRole("button", { name: "Import" }).click()
  const dialog = page.getByRole("dialog")
  await dialog
    .getByLabel("Products as CSV")
    .setInputFiles({ name: "products.csv", mimeType: "text/csv", buffer: Buffer.from(csv) })
  await expect(dialog.getByRole("status")).toHaveText(told)
  await dialog.getByRole("button", { name: "Import" }).click()
  await expect(dialog).toBeHidden()
}

/** Opens a product from the stock overview. */
async function openProduct(page: Page, shop: Stack, title: string): Promise<void> {
  await page.goto(`${shop.backendUrl}/app/stock-overview`)
  await page.getByLabel("Search products").fill(title)
  await page.getByRole("link", { name: title }).click()
  await expect(page.getByRole("heading", { name: "Shop and food information" })).toBeVisible()
}

test("staff add a product with food information and a photo, publish it, change its price and sell it out", async ({
  page,
  shop,
  staff,
  browserWatch,
}) => {
  test.setTimeout(180_000)
  // The rejection that this test provokes.
  browserWatch.allow(/status of 400 .*\/food-information/)
  const mark = randomBytes(4).toString("hex")
  const [handle, title] = [`journey-fudge-${mark}`, `Journey Fudge ${mark}`]
  const line = (price: string, stock: number) =>
    `${HEADER}\n${handle},${handle},${title},Stirred by hand.,gummies,250 g,${price},${stock}`

  await openAdmin(page, shop, staff, browserWatch)
  await importTable(page, shop, line("5", 7), /1 new, 0 to change, 0 unchanged, 0 wrong/)

  await test.step("it is not for sale until its food information is complete", async () => {
    await openProduct(page, shop, title)
    await expect(page.getByText("Not on sale yet. Missing:")).toBeVisible()
    await page.getByRole("button", { name: "Edit shop and food information" }).click()
    const form = page.getByRole("dialog")
    await form.getByLabel("Name of the food").fill("Fudge")
    await form.getByRole("button", { name: "Save and put on sale" }).click()
    // Medusa would charge 20 % without asking for a rate.
    await expect(form.getByRole("alert")).toContainText(
      /cannot be on sale without the ingredients.* and the VAT rate/,
    )
    await expect(form.getByText("Missing: the VAT rate.")).toBeVisible()
    await form.getByLabel("VAT rate").click()
    await page.getByRole("option", { name: /^20%/ }).click()
    await form.getByLabel("Ingredients", { exact: true }).fill("Sugar, butter (**milk**), salt.")
    await form.getByRole("group", { name: "Contains" }).getByLabel("milk").click()
    const table = {
      "Energy, kJ": "1780",
      "Energy, kcal": "425",
      "Fat, g": "14",
      "of which saturates, g": "9",
      "Carbohydrate, g": "74",
      "of which sugars, g": "70",
      "Protein, g": "1.5",
      "Salt, g": "0.3",
    }
    for (const [label, amount] of Object.entries(table))
      await form.getByLabel(label, { exact: true }).fill(amount)
    await form.getByLabel("Storage").fill("Keep cool and dry.")
    await form.getByLabel("Badge").fill("Journey")
    await form.getByRole("button", { name: "Save and put on sale" }).click()
    await expect(form).toBeHidden()
  })

  await test.step("a camera photo of six megabytes", async () => {
    await page.goto(`${page.url().split("?")[0] ?? ""}/media?view=edit`)
    const photo = sixMegabytePhoto()
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: "fudge.png", mimeType: "image/png", buffer: photo })
    await page.getByRole("button", { name: "Save" }).click()
    await expect(page.getByText("Media was successfully updated.")).toBeVisible({ timeout: 60_000 })
  })

  const shopPage = await page.context().newPage()
  // The related products below it are articles too.
  const shown = shopPage.getByRole("main").getByRole("article").first()
  await test.step("the shop shows it with its price and a photo of the size that a screen needs", async () => {
    const picture = shown.getByRole("img", { name: title })
    // The page shows what the shop knew when it opened: the photo may come to the catalogue after the price.
    await expect(async () => {
      await shopPage.goto(`${shop.storefrontUrl}/product/${handle}`)
      await expect(shown.getByText("£5.00")).toBeVisible({ timeout: 1000 })
      await expect
        .poll(
          () => picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)),
          { timeout: 5000 },
        )
        // In CSS pixels: a phone is 390 wide.
        .toBeGreaterThan(300)
    }).toPass({ timeout: 60_000 })
    await expect(shown.getByText("£20.00 per kg")).toBeVisible()
    await expect(shopPage.locator("dd strong").filter({ hasText: "milk" }).first()).toBeVisible()
    await expect(shopPage.getByRole("row", { name: "of which saturates 9 g" })).toBeVisible()
    const address = await picture.evaluate((image) =>
      image instanceof HTMLImageElement ? image.currentSrc : "",
    )
    const bytes = (await (await shopPage.request.get(address)).body()).byteLength
    expect(bytes, "a screen's worth, not the camera's six megabytes").toBeLessThan(600_000)
  })

  await test.step("without a nutrition table, where the law asks for none", async () => {
    await openProduct(page, shop, title)
    await page.getByRole("button", { name: "Edit shop and food information" }).click()
    const form = page.getByRole("dialog")
    await form.getByLabel("Amounts").click()
    await page.getByRole("option", { name: "Exempt: no table" }).click()
    await expect(form.getByLabel("Fat, g")).toHaveCount(0)
    await form.getByRole("button", { name: "Save", exact: true }).click()
    await page.getByText("Tax, shop listing and food information").click()
    await expect(page.getByText("Exempt from the nutrition table")).toBeVisible()
    await expect(async () => {
      await shopPage.reload()
      await expect(shopPage.getByRole("row", { name: /^Fat/ })).toHaveCount(0, { timeout: 1000 })
    }).toPass({ timeout: 30_000 })
    await expect(shopPage.getByRole("region", { name: "Ingredients and nutrition" })).toContainText("Sugar")
  })

  await test.step("a new price, and sold out", async () => {
    await importTable(page, shop, line("6.50", 0), /0 new, 1 to change/)
    await expect(async () => {
      await shopPage.reload()
      await expect(shown.getByText("£6.50")).toBeVisible({ timeout: 1000 })
      await expect(shown.getByText("Sold out for now")).toBeVisible({ timeout: 1000 })
    }).toPass({ timeout: 30_000 })
    await expect(shown.getByRole("button", { name: "Add to Cart", exact: true })).toBeDisabled()
  })
})

test("staff count a product on the stock overview, and stay there", async ({
  page,
  shop,
  staff,
  browserWatch,
}) => {
  const name = `journey-count-${randomBytes(4).toString("hex")}`
  await openAdmin(page, shop, staff, browserWatch)
  await importTable(page, shop, `${HEADER}\n${name},${name},${name},By hand.,gummies,250 g,5,7`, /1 new/)
  await page.getByLabel("Search products").fill(name)
  const available = page
    .getByRole("row")
    .filter({ hasText: name })
    .getByRole("button", { name: /, change what is in stock$/ })
    .last()
  await available.click()
  const form = page.getByRole("alertdialog")
  const count = form.getByLabel("In stock")
  await expect(form.getByRole("heading", { name: `${name} 250 g` })).toBeVisible()
  await expect(form).toContainText("No order has reserved any of it.")
  await expect(count).toHaveValue("7")
  await count.fill("2.5")
  await expect(form).toContainText("A whole number, like 24")
  await expect(form.getByRole("button", { name: "Save" })).toBeDisabled()
  await count.fill("12")
  await count.press("Enter")
  await expect(form).toBeHidden()
  await expect(available).toHaveText(/^12/)
  await available.click()
  await expect(count).toHaveValue("12")
  await expect(count).toBeFocused()

  browserWatch.allow(/net::ERR_FAILED/)
  const recover = await cut(page, /\/location-levels\//)
  await count.press("Enter")
  await expect(form.getByRole("alert")).toContainText("Outcome unknown")
  await recover()
  await form.getByRole("button", { name: "Cancel" }).click()
  await expect(form).toBeHidden()

  const reappears = await answerJson(page, /\/location-levels\?/, { inventory_levels: [] })
  await available.click()
  await expect(form).toContainText("Its stock is no longer counted at this location.")
  await expect(count).toBeHidden()
  await reappears()
})

test("staff make a product that is not food, from its name to on sale", async ({
  page,
  shop,
  staff,
  browserWatch,
}) => {
  test.setTimeout(120_000)
  browserWatch.allow(/status of 400 .*\/food-information/)
  const title = `Journey Mug ${randomBytes(4).toString("hex")}`
  await openAdmin(page, shop, staff, browserWatch)

  await test.step("Medusa's dialog is one dialog, which a screen reader can read", async () => {
    for (const path of ["import", "export", "create"]) {
      await page.goto(`${shop.backendUrl}/app/products/${path}`)
      await expect(page.getByRole("dialog")).toHaveCount(1)
    }
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Title", { exact: true }).fill(title)
    await dialog.getByRole("button", { name: "Save as draft" }).click()
    await expect(page.getByRole("heading", { name: title })).toBeVisible()
  })

  await test.step("its page lists what is missing, and saves what is known", async () => {
    await expect(page.getByText("Not on sale yet. Missing:")).toBeVisible()
    await expect(page.getByText("the ingredients")).toBeVisible()
    await page.getByRole("button", { name: "Edit shop and food information" }).click()
    const form = page.getByRole("dialog")
    await form.getByLabel("This is food or drink").click()
    await expect(form.getByLabel("Ingredients", { exact: true })).toHaveCount(0)
    await form.getByLabel("Size text").fill("350 ml")
    await form.getByLabel("In stock").fill("12")
    await form.getByRole("button", { name: "Save", exact: true }).click()
    await expect(form).toBeHidden()
    await expect(page.getByRole("listitem").filter({ hasText: /^the price$/ })).toBeVisible()
    await expect(page.getByText("the ingredients")).toHaveCount(0)
  })

  await test.step("a category is one press away", async () => {
    const category = page.getByRole("listitem").filter({ hasText: "a category" })
    await category.getByRole("link", { name: "Add" }).click()
    await expect(page.getByRole("dialog")).toContainText("Categories")
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click()
  })

  await test.step("with a price it goes on sale", async () => {
    await page.getByRole("button", { name: "Edit shop and food information" }).click()
    const form = page.getByRole("dialog")
    await form.getByRole("button", { name: "Save and put on sale" }).click()
    await expect(form.getByRole("alert")).toContainText("without the price")
    await form.getByLabel("Price, £").fill("16,50")
    await form.getByRole("button", { name: "Save and put on sale" }).click()
    await expect(form).toBeHidden()
    await expect(page.getByText("Published, not food")).toBeVisible()
  })

  await test.step("and is in the shop", async () => {
    const handle = title.toLowerCase().replaceAll(" ", "-")
    // The storefront learns of a new product a moment later.
    browserWatch.allow(/status of 404 .*\/product\/journey-mug-/)
    await expect(async () => {
      await page.goto(`${shop.storefrontUrl}/product/${handle}`)
      await expect(page.getByText("£16.50").first()).toBeVisible({ timeout: 1000 })
      await expect(page.getByRole("heading", { name: "Ingredients" })).toHaveCount(0)
    }).toPass({ timeout: 30_000 })
  })
})
