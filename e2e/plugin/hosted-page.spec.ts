import type { Page } from "@playwright/test"
import { accessibilityFaults, sidewaysScroll } from "../screens/accessibility"
import { buyers as test, expect } from "./test"

const isOutlined = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement?.shadowRoot?.activeElement
    const drawn = focused?.matches("[type=radio]") ? focused.closest("label") : focused
    return drawn ? getComputedStyle(drawn).outlineStyle : "nothing is focused"
  })

test("keys alone choose a code, copy and renew, and the focus is seen at each step", async ({
  page,
  context,
  orders,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  const id = await orders.buy("gbp")
  await page.goto(`/pay/bitcoin/${id}`)
  await expect(page.getByRole("radio")).toHaveCount(3)
  for (const [role, name] of [
    ["button", "Copy amount"],
    ["radio", "With the amount"],
    ["link", "Open in wallet"],
    ["button", "Copy address"],
    ["button", "Copy Lightning invoice"],
  ] as const) {
    await page.keyboard.press("Tab")
    await expect(page.getByRole(role, { name })).toBeFocused()
    expect(await isOutlined(page), name).toBe("solid")
  }
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await page.keyboard.press("Enter")
  await expect.poll(clipboard).toMatch(/^lnbcrt/)
  for (let steps = 0; steps < 3; steps++) await page.keyboard.press("Shift+Tab")
  await page.keyboard.press("ArrowRight")
  await expect(page.getByRole("img")).toHaveAccessibleName("Lightning only")
  await page.keyboard.press("ArrowRight")
  await expect(page.getByRole("img")).toHaveAccessibleName("Address only")

  await orders.runOut(id, "expired")
  const renew = page.getByRole("button", { name: "Get a new quote" })
  await expect(renew).toBeVisible()
  await page.keyboard.press("Tab")
  await expect(renew).toBeFocused()
  expect(await isOutlined(page)).toBe("solid")
  await page.keyboard.press("Enter")
  await expect(page.getByRole("status").first()).toContainText("Ready when you are")
})

test("at 320 px, with twice the text, and in forced colours everything fits and is read", async ({
  page,
  orders,
}) => {
  const awaiting = await orders.buy("gbp")
  const expired = await orders.buy("gbp")
  await orders.runOut(expired, "expired")
  for (const id of [awaiting, expired])
    for (const forcedColors of ["none", "active"] as const) {
      await page.setViewportSize({ width: 320, height: 640 })
      await page.emulateMedia({ forcedColors })
      await page.goto(`/pay/bitcoin/${id}`)
      await expect(page.getByRole("status").first()).toContainText(/Ready|expired/)
      // Forced colours are the browser's own, whatever the emulated scheme.
      if (forcedColors === "none") expect(await accessibilityFaults(page)).toEqual([])
      expect(await sidewaysScroll(page)).toBe(0)
      await page.evaluate(() => (document.documentElement.style.fontSize = "200%"))
      expect(await sidewaysScroll(page)).toBe(0)
      const folder = process.env["PLUGIN_PICTURES"]
      if (folder !== undefined)
        await page.screenshot({
          path: `${folder}/narrow-${id === awaiting ? "awaiting" : "expired"}-${forcedColors}.png`,
          fullPage: true,
        })
    }
})

test("the page loads nothing of others, runs no script but its own, and is framed by nobody", async ({
  page,
  orders,
  plugin,
  browserWatch,
}) => {
  browserWatch.allow(/Content Security Policy/)
  const loaded: string[] = []
  page.on("request", (request) => loaded.push(new URL(request.url()).origin))
  const answer = await page.goto(`/pay/bitcoin/${await orders.buy("gbp")}`)
  await expect(page.getByRole("status").first()).toContainText("Ready when you are")
  expect(new Set(loaded.filter((origin) => origin !== "null"))).toEqual(new Set([plugin.backendUrl]))
  const policy = answer?.headers()["content-security-policy"] ?? ""
  for (const rule of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"])
    expect(policy).toContain(rule)
  const ran = page.evaluate(() => {
    const script = document.createElement("script")
    script.textContent = "document.title = 'run'"
    document.body.append(script)
    return document.title
  })
  expect(await ran).not.toBe("run")
})
