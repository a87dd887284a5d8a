import { expect, test } from "../fixtures/test"
import { signInToAdmin } from "../screens/admin"

test("staff sign in to the production build of the admin and begin with Today", async ({
  page,
  shop,
  browserWatch,
}) => {
  await signInToAdmin(page, shop, browserWatch)
  await expect(page.getByRole("heading", { name: "Today" })).toBeVisible()

  await page.goto(`${shop.backendUrl}/app/products`)
  await expect(page.getByRole("heading", { name: "Products" })).toBeVisible()
  await expect(page.getByRole("row").nth(1)).toBeVisible()
})
