import { randomUUID } from "node:crypto"
import { expect, test } from "../fixtures/test"
import { messageTo } from "../fixtures/mailbox"
import { openAdmin } from "../screens/admin"

test("staff read a message, answer it by mail in the same conversation, and archive it", async ({
  page,
  shop,
  staff,
  browserWatch,
}) => {
  const email = `${randomUUID()}@x.test`
  const subject = `Is the heather honey raw? ${randomUUID().slice(0, 8)}`
  const sent = await fetch(`${shop.storefrontUrl}/api/contact`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: shop.storefrontUrl },
    body: JSON.stringify({ name: "Ann Lee", email, subject, message: "Is it raw, please?", consent: true }),
  })
  expect(sent.status).toBe(201)

  await openAdmin(page, shop, staff, browserWatch)
  await page.getByRole("link", { name: "Messages" }).click()
  const row = page.getByRole("button", { name: subject })
  await expect(row).toContainText("Unread")
  await row.click()
  await expect(page.getByRole("heading", { name: subject })).toBeVisible()
  await expect(row).not.toContainText("Unread")

  await page.getByLabel("Your answer").fill("Dear Ann,\n\nyes, never warmer than the hive.\n\nMaya")
  await page.getByRole("button", { name: "Send answer" }).click()
  const answer = page.getByRole("region", { name: "Answer" })
  await expect(answer).toContainText("yes, never warmer than the hive.")
  await expect(answer).toContainText(shop.admin.email)
  await expect(answer).toContainText("Sent", { timeout: 20_000 })
  await expect(row).toContainText("Answered")
  const { text, html } = await messageTo(shop.mailboxUrl, email, `Re: ${subject}`)
  for (const side of [text, html]) {
    expect(side).toContain("yes, never warmer than the hive.")
    expect(side).toContain("Is it raw, please?")
  }

  await page.getByRole("button", { name: "Archive" }).click()
  await expect(row).toBeHidden()
  await page.getByRole("tab", { name: "Archived" }).click()
  await row.click()
  await page.getByRole("button", { name: "Delete" }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click()
  await expect(row).toBeHidden()
})

test("staff edit the business details: an invalid number is rejected, a valid one appears in the footer, with who changed it", async ({
  page,
  shop,
  staff,
  browserWatch,
}) => {
  browserWatch.allow(/status of 400/)
  await openAdmin(page, shop, staff, browserWatch)
  await page.goto(`${shop.backendUrl}/app/settings/business-details`)
  const number = page.getByLabel("Company number")
  const before = await number.inputValue()
  await number.fill("12")
  await page.getByRole("button", { name: "Save" }).click()
  await expect(
    page.getByText("A company number has 8 characters, like 01234567 or SC123456.").first(),
  ).toBeVisible()

  const fresh = `SC${String(Math.floor(Math.random() * 900_000) + 100_000)}`
  await number.fill(fresh)
  await page.getByRole("button", { name: "Save" }).click()
  const change = page.getByRole("row").filter({ hasText: fresh })
  await expect(change).toContainText(shop.admin.email)
  await expect(change).toContainText(before)

  const home = async () => (await page.request.get(shop.storefrontUrl)).text()
  await expect.poll(home).toContain(`Company number ${fresh}`)
})

test("a complaint about data waits under Today with its day; staff say that it is none, or that another message is one", async ({
  page,
  shop,
  staff,
  browserWatch,
}) => {
  const name = `Ann ${randomUUID().slice(0, 8)}`
  const send = (subject: string) =>
    fetch(`${shop.storefrontUrl}/api/contact`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: shop.storefrontUrl },
      body: JSON.stringify({
        name,
        email: `${randomUUID()}@x.test`,
        subject,
        message: "You sent me an email that I did not ask for.",
        consent: true,
      }),
    })
  expect((await send("Data protection")).status).toBe(201)

  await openAdmin(page, shop, staff, browserWatch)
  await page.goto(`${shop.backendUrl}/app/today`)
  const complaints = page.getByRole("link", { name: /^Data protection complaints/ })
  await expect(complaints).toContainText(/Answer by \d+ \w+/)
  await complaints.click()
  const message = page.getByRole("button", { name: new RegExp(name) })
  await message.click()
  const deadline = page.getByText("Find out what happened and write to the sender")
  await expect(deadline).toBeVisible()
  const confirm = page.getByRole("alertdialog")
  await page.getByRole("button", { name: "Not a complaint about data" }).click()
  await confirm.getByRole("button", { name: "Keep the day" }).click()
  await expect(deadline).toBeVisible()
  await page.getByRole("button", { name: "Not a complaint about data" }).click()
  await confirm.getByRole("button", { name: "Not a complaint" }).click()
  await expect(deadline).toBeHidden()
  await page.getByRole("button", { name: "Mark as complaint about data" }).press("Enter")
  await expect(deadline).toBeVisible()
  await page.getByRole("button", { name: "Archive" }).click()
  await expect(message).toBeHidden()
})
