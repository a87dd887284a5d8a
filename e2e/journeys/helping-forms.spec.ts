import { messageTo } from "../fixtures/mailbox"
import { expect, test } from "../fixtures/test"
import { accessibilityFaults, sidewaysScroll } from "../screens/accessibility"
import { bringCart } from "../screens/cart"
import { aProduct, isPlentiful } from "../screens/catalogue"
import { visit } from "../screens/page"

test("the checkout offers the email address that was probably meant, and formats the postcode", async ({
  page,
  shop,
}) => {
  const { id } = await aProduct(shop.storefrontUrl, isPlentiful)
  await bringCart(page, shop.storefrontUrl, [{ productId: id, quantity: 1 }])
  await visit(page, "/checkout")
  const email = page.getByRole("textbox", { name: "Email" })
  const offer = page.getByRole("button", { name: "Did you mean jo@gmail.com?" })
  await email.fill("jo@gmial.com")
  await email.press("Tab")
  await expect(offer).toBeVisible()
  await expect(page.getByRole("textbox", { name: "Phone" })).toBeFocused()
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  await page.keyboard.press("Shift+Tab")
  await expect(offer).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(email).toHaveValue("jo@gmail.com")
  await expect(email).toBeFocused()
  await expect(offer).toBeHidden()

  const postcode = page.getByRole("textbox", { name: "Postcode" })
  await postcode.pressSequentially("ls16ab")
  await expect(postcode).toHaveValue("LS16AB")
  await postcode.blur()
  await expect(postcode).toHaveValue("LS1 6AB")

  await page.reload()
  await expect(email).toHaveValue("jo@gmail.com")
})

test("another address than the one offered is taken as it is", async ({ page }) => {
  await visit(page, "/orders/find")
  const email = page.getByRole("textbox", { name: "Email" })
  await email.fill("jo@gmial.com")
  await email.blur()
  await expect(page.getByRole("button", { name: "Did you mean jo@gmail.com?" })).toBeVisible()
  await page.getByRole("textbox", { name: "Order number" }).fill("1")
  await page.getByRole("button", { name: "Email me the link" }).click()
  await expect(page.getByRole("heading", { name: "Check your inbox" })).toBeVisible()
})

test("the privacy policy leads to the form for a complaint about data, which is acknowledged with its deadline", async ({
  page,
  shop,
}) => {
  await visit(page, "/policies/privacy")
  await page.getByRole("main").getByRole("link", { name: "complain with our form" }).click()
  await expect(page).toHaveURL(/\/contact/)
  const main = page.getByRole("main")
  await expect(main.getByRole("combobox", { name: "Subject" })).toHaveValue("Data protection")
  const email = `ada-${String(Date.now())}@example.com`
  await main.getByRole("textbox", { name: "Name" }).fill("Ada Lovelace")
  await main.getByRole("textbox", { name: "Email" }).fill(email)
  await main.getByRole("textbox", { name: "Message" }).fill("You sent me an email that I did not ask for.")
  await main.getByRole("checkbox").check()
  expect(await accessibilityFaults(page)).toEqual([])
  await main.getByRole("button", { name: "Send Message" }).click()
  await expect(main.getByRole("heading", { name: "Message Received" })).toBeVisible()
  const mail = await messageTo(shop.mailboxUrl, email, "We have your complaint about your data")
  expect(mail.text?.replace(/\s+/g, " ")).toContain(
    "tell you the outcome as soon as we can, at the latest by",
  )
})
