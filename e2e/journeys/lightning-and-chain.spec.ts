import type { Page } from "@playwright/test"
import { formatBitcoin } from "@shop/contracts"
import { mine, pay } from "../fixtures/bitcoin-network"
import { endQuote } from "../fixtures/database"
import {
  bitcoinOf,
  invoiceOfWallet,
  lightningOf,
  lightningOrder,
  payByLightning,
  stateAtNode,
  whileNodeIsAway,
} from "../fixtures/lightning"
import { messageTo } from "../fixtures/mailbox"
import { openByMail } from "../fixtures/order-link"
import { scanQr } from "../fixtures/qr-scanner"
import { expect, test } from "../fixtures/test"
import { accessibilityFaults, smallTargets } from "../screens/accessibility"
import { openAdmin } from "../screens/admin"
import { inPounds } from "../screens/money"
import { visit } from "../screens/page"
import type { Stack } from "../stack/stack"

const both = (page: Page) => page.getByRole("img", { name: "Bitcoin and Lightning in one code" })
const onChain = (page: Page) => page.getByRole("img", { name: "Address and amount in one code" })
const confirmed = (page: Page) => page.getByText("Payment confirmed")

/** The page of an order that can be paid on both rails, with its code of both. */
async function openPayment(page: Page, shop: Stack, isMobile: boolean) {
  const order = await lightningOrder(page.request, shop)
  const { invoice } = await lightningOf(page.request, order.id)
  await visit(page, order.view)
  await showAmount(page, isMobile)
  await expect(both(page)).toBeVisible()
  return { order, invoice }
}

/** A phone has room for one code. */
async function showAmount(page: Page, isMobile: boolean): Promise<void> {
  if (isMobile) await page.getByRole("radio", { name: /^With / }).press("Space")
}

test("who has the Lightning code before them pays on the chain instead: the page shows no code, and the node takes no second payment", async ({
  page,
  shop,
  isMobile,
}) => {
  const { order, invoice } = await openPayment(page, shop, isMobile)
  await page.getByRole("button", { name: "Lightning only" }).click()
  await expect(page.getByRole("img", { name: "The Lightning invoice as a QR code" })).toBeVisible()

  await pay(shop.bitcoinUrl, order.address, order.sats)
  await expect(page.getByRole("img", { name: /code/ })).toHaveCount(0, { timeout: 45_000 })
  await expect.poll(async () => (await bitcoinOf(page.request, order.id)).lightning).toBeNull()
  await mine(shop.bitcoinUrl, order.bitcoin?.requiredConfirmations ?? 1)
  await expect(confirmed(page)).toBeVisible({ timeout: 45_000 })
  await expect.poll(() => stateAtNode(shop, invoice)).toBe("CANCELED")
  await expect(payByLightning(shop.bitcoinUrl, invoice)).rejects.toThrow("did not accept the payment")
})

test("while the node is away the page shows the chain alone; what was paid meanwhile is found when it is back", async ({
  page,
  shop,
  isMobile,
}) => {
  const { invoice } = await openPayment(page, shop, isMobile)
  await whileNodeIsAway(shop, async () => {
    await expect(onChain(page)).toBeVisible()
    await expect(page.getByRole("button", { name: /Lightning/ })).toHaveCount(0)
    await payByLightning(shop.bitcoinUrl, invoice)
    await expect(page.getByText("Ready when you are")).toBeVisible()
  })
  await expect(confirmed(page)).toBeVisible({ timeout: 45_000 })
})

test("a quote that has expired shows neither code; the new one has a Lightning invoice of its own", async ({
  page,
  shop,
  isMobile,
}) => {
  const { order, invoice } = await openPayment(page, shop, isMobile)
  await endQuote(shop.databaseUrl, order.id)
  await page.reload()
  await expect(page.getByText("This quote has expired")).toBeVisible({ timeout: 45_000 })
  await expect(page.getByRole("img", { name: /code/ })).toHaveCount(0)
  await page.getByRole("button", { name: "Get a new quote" }).click()
  await expect(page.getByText("This is a new quote with a new address")).toBeVisible()
  const renewed = await lightningOf(page.request, order.id)
  expect(renewed.invoice).not.toBe(invoice)
  await showAmount(page, isMobile)
  await expect.poll(() => scanQr(both(page))).toBe(renewed.unifiedUri)
  await payByLightning(shop.bitcoinUrl, renewed.invoice)
  await expect(confirmed(page)).toBeVisible()
})

const ADDRESS = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"
/** Each as a wallet shows it, what the shop keeps, and what staff read beside it. */
const DESTINATIONS = [
  { typed: "Anna.B@Wallet.Example", kept: "anna.b@wallet.example", says: /^A Lightning address:/ },
  {
    // LUD-01's example.
    typed:
      "LIGHTNING:LNURL1DP68GURN8GHJ7UM9WFMXJCM99E3K7MF0V9CXJ0M385EKVCENXC6R2C35XVUKXEFCV5MKVV34X5EKZD3EV56NYD3HXQURZEPEXEJXXEPNXSCRVWFNV9NXZCN9XQ6XYEFHVGCXXCMYXYMNSERXFQ5FNS",
    kept: "lnurl1dp68gurn8ghj7um9wfmxjcm99e3k7mf0v9cxj0m385ekvcenxc6r2c35xvukxefcv5mkvv34x5ekzd3ev56nyd3hxqurzepexejxxepnxscrvwfnv9nxzcn9xq6xyefhvgcxxcmyxymnserxfq5fns",
    says: /^An LNURL:/,
  },
  {
    typed:
      "lno1qgsqvgnwgcg35z6ee2h3yczraddm72xrfua9uve2rlrm9deu7xyfzrckyypqwpc8qurswpc8qurswpc8qurswpc8qurswpc8qurswpc8qurswpc",
    kept: "lno1qgsqvgnwgcg35z6ee2h3yczraddm72xrfua9uve2rlrm9deu7xyfzrckyypqwpc8qurswpc8qurswpc8qurswpc8qurswpc8qurswpc8qurswpc",
    says: /^An offer \(BOLT 12\):/,
  },
  { typed: "₿anna@example.com", kept: "₿anna@example.com", says: /^A ₿ name \(BIP 353\):/ },
  { typed: ADDRESS, kept: ADDRESS, says: /^Open in wallet$/ },
] as const

test("an order paid on both rails: its surplus goes back to each destination that its buyer gives, each part with its proof", async ({
  page,
  phone,
  shop,
  staff,
  browserWatch,
}) => {
  test.setTimeout(240_000)
  browserWatch.allow(/DialogContent|status of 400/)
  const order = await lightningOrder(page.request, shop)
  const { invoice } = await lightningOf(page.request, order.id)
  await pay(shop.bitcoinUrl, order.address, order.sats)
  await payByLightning(shop.bitcoinUrl, invoice)
  await mine(shop.bitcoinUrl, order.bitcoin?.requiredConfirmations ?? 1)
  await expect.poll(async () => (await staff.order(order.id)).payment_status).toBe("captured")

  await openAdmin(page, shop, staff, browserWatch)
  const panel = page.getByRole("region", { name: "Bitcoin payment", exact: true })
  // The first rail pays the order; the second is known a poll later.
  await expect(async () => {
    await page.goto(`${shop.backendUrl}/app/orders/${order.id}`)
    await expect(panel.getByText("The order was paid twice")).toBeVisible({ timeout: 5000 })
  }).toPass({ timeout: 45_000 })
  await panel.getByRole("button", { name: "Ask for a refund address" }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Ask the buyer" }).click()
  await expect(page.getByRole("alertdialog")).toBeHidden()

  await openByMail(phone, shop.mailboxUrl, order.email, order)
  for (const [index, { typed, kept, says }] of DESTINATIONS.entries()) {
    const field = phone.getByLabel("Your Bitcoin or Lightning address")
    if (index > 0) await phone.getByRole("button", { name: "Change the address" }).click()
    await field.fill(typed)
    await phone.getByRole("button", { name: "Send my refund here" }).click()
    await expect(phone.getByRole("heading", { name: "We have your refund address" })).toBeFocused()
    await expect(phone.getByRole("main")).toContainText(kept)
    expect(await accessibilityFaults(phone)).toEqual([])
    expect(await smallTargets(phone)).toEqual([])

    await page.reload()
    const due = panel.getByRole("region", { name: "Refund due" })
    await expect(due).toContainText(kept)
    await expect(due.getByText(says)).toBeVisible()
    const code = /^(lnurl|lno)1/.test(kept) ? kept.toUpperCase() : kept
    await expect.poll(() => scanQr(due.getByRole("img", { name: /QR code/ }))).toContain(code)
  }

  let pence = BigInt(Math.round(Number(order.total) * 100))
  let { sats } = order
  for (const [index, { kept: destination }] of DESTINATIONS.entries()) {
    const parts = BigInt(DESTINATIONS.length - index)
    const part = sats / parts
    await panel.getByRole("button", { name: "Record a refund…" }).click()
    const form = page.getByRole("dialog")
    const record = form.getByRole("button", { name: "Record a refund" })
    await form.getByLabel(/^Amount of the payment/).fill(inPounds(pence / parts).slice(1))
    await form.getByLabel("What you sent (BTC)").fill(formatBitcoin(part))
    if (destination === ADDRESS) {
      await form.getByRole("radio", { name: "In bitcoin" }).click()
      await form.getByLabel("To which address").fill(destination)
      await form.getByLabel("Transaction id").fill("ab".repeat(32))
    } else {
      await form.getByRole("radio", { name: "By Lightning" }).click()
      await form.getByLabel("Lightning address, LNURL, offer or ₿ name").fill(destination)
      const bolt11 = await invoiceOfWallet(shop, part)
      await form.getByLabel("The Lightning invoice that you paid").fill(bolt11)
      await record.click()
      await expect(form.getByText("Copy the preimage from the wallet")).toBeVisible()
      await expect(form.getByLabel("Preimage (proof of payment)")).toBeFocused()
      if (index === 0) {
        await form.getByLabel("Preimage (proof of payment)").fill("00".repeat(32))
        await record.click()
        await expect(form.getByRole("alert")).toContainText("That preimage does not belong")
      }
      const preimage = await payByLightning(shop.bitcoinUrl, bolt11)
      await form.getByLabel("Preimage (proof of payment)").fill(preimage)
    }
    await record.click()
    await expect(form).toBeHidden()
    await expect(panel.getByRole("region", { name: "Refunds" })).toContainText(destination)
    pence -= pence / parts
    sats -= part
  }

  await expect(panel.getByText("Surplus", { exact: true })).toBeHidden()
  await page.goto(`${shop.backendUrl}/app/payments`)
  await expect(page.getByRole("tab", { name: /Inbox/ })).toBeVisible()
  await expect(page.getByRole("row", { name: new RegExp(`#${String(order.number)}\\b`) })).toBeHidden()
  const mail = await messageTo(shop.mailboxUrl, order.email, `Order ${String(order.number)} is paid`)
  expect(mail.text).toContain("Bitcoin")

  await phone.reload()
  const refunds = phone.getByRole("region", { name: "Refunded in bitcoin" })
  for (const { kept } of DESTINATIONS) await expect(refunds).toContainText(kept)
  await expect(refunds.getByText("Sent in bitcoin, by Lightning")).toHaveCount(DESTINATIONS.length - 1)
  await expect(refunds.getByText("Preimage (proof of payment)")).toHaveCount(DESTINATIONS.length - 1)
  await expect(refunds.getByText("ab".repeat(32))).toBeVisible()
  expect(await accessibilityFaults(phone)).toEqual([])
})
