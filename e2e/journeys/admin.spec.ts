import { expect, test } from "../fixtures/test"

test("the staff sign in to the admin of the production build and see the orders", async ({
  page,
  shop,
  browserWatch,
}) => {
  // Both are Medusa's own, in its stock admin: see docs.
  browserWatch.allow(/No `HydrateFallback` element provided/)
  browserWatch.allow(/\/admin\/users\/me/)

  await page.goto(`${shop.backendUrl}/app`)
  await page.getByPlaceholder("Email").fill(shop.admin.email)
  await page.getByPlaceholder("Password").fill(shop.admin.password)
  await page.getByRole("button", { name: "Continue with Email" }).click()
  await expect(page).toHaveURL(/\/app\/orders/)
  await expect(page.getByRole("heading", { name: "Orders" })).toBeVisible()

  await page.goto(`${shop.backendUrl}/app/products`)
  await expect(page.getByRole("heading", { name: "Products" })).toBeVisible()
  await expect(page.getByRole("row").nth(1)).toBeVisible()
})
