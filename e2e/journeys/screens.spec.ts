import type { Page } from "@playwright/test"
import { expect, test } from "../fixtures/test"
import { accessibilityFaults } from "../screens/accessibility"
import { addFromCard, bringCart, cartButton, openCart, shownTotal } from "../screens/cart"
import { allProducts, aProduct, card, cards, isPlentiful, shippingEstimates } from "../screens/catalogue"
import { inPounds, penceIn, satsFor, eightDecimals } from "../screens/money"
import { follow, visit } from "../screens/page"
import { toast } from "../screens/toasts"

const QUICK_LINKS = [
  ["Home", "/"],
  ["Products", "/products"],
  ["About", "/about"],
  ["FAQ", "/faq"],
  ["Contact", "/contact"],
] as const

const CATEGORIES = /^(Gummies|Honey|Natural Sugars|Plant Concentrates)$/

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 960

/** Shows the links of the header, which are in a menu on a phone. */
async function showMenu(page: Page): Promise<void> {
  if (isPhone(page)) await page.getByRole("button", { name: "Open menu" }).click()
}

test("the header has its links, the highlighted page, the badge, the cart and Sign In", async ({ page }) => {
  await visit(page, "/")
  const header = page.getByRole("banner")
  await expect(header.getByText("UK Only", { exact: true })).toBeVisible()
  await expect(cartButton(page)).toBeVisible()
  const menu = page.getByRole("navigation", { name: "Main", includeHidden: true })
  // A phone's menu has the categories below Products.
  const shown = menu.getByRole("listitem").getByRole("link").filter({ hasNotText: CATEGORIES })
  const highlighted = menu.locator("[aria-current=page]")
  for (const [label, path] of QUICK_LINKS) {
    await showMenu(page)
    await expect(shown).toHaveText(QUICK_LINKS.map(([name]) => name))
    const link = menu.getByRole("link", { name: label, exact: true })
    await expect(link).toHaveAttribute("href", path)
    await link.click()
    await expect(page).toHaveURL((url) => url.pathname === path)
    await expect(highlighted).toHaveText([label])
  }
  await visit(page, "/products/category/honey")
  await showMenu(page)
  await expect(highlighted).toHaveText(["Products", "Honey"])
  await expect(header.getByRole("button", { name: "Sign In" })).toBeVisible()
})

test("the footer has its links, the payment marks, three social links and this year's copyright", async ({
  page,
}) => {
  await visit(page, "/about")
  const footer = page.getByRole("contentinfo")
  const linksOf = (name: string) =>
    footer
      .getByRole("navigation", { name })
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute("href")]))
  expect(await linksOf("Quick Links")).toEqual(QUICK_LINKS)
  expect(await linksOf("Categories")).toEqual([
    ["Gummies", "/products/category/gummies"],
    ["Honey", "/products/category/honey"],
    ["Natural Sugars", "/products/category/natural-sugars"],
    ["Plant Concentrates", "/products/category/plant-concentrates"],
    ["Special Offers", "/products"],
  ])
  expect(await linksOf("Information")).toEqual(
    ["Shipping Policy", "Returns Policy", "Privacy Policy", "Terms of Service", "Bitcoin Payment Guide"].map(
      (label) => [label, "/faq"],
    ),
  )
  await expect(footer.getByText("Bitcoin", { exact: true })).toBeVisible()
  await expect(footer.getByText("Card", { exact: true })).toBeVisible()
  await expect(footer.getByRole("link", { name: /^(Instagram|Facebook|X)$/ })).toHaveCount(3)
  await expect(footer).toContainText(`© ${String(new Date().getFullYear())}`)
})

test("the home page shows every section with its texts and links", async ({ page, shop }) => {
  await visit(page, "/")
  const main = page.getByRole("main")
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("Delicious Treats Delivered to Your Door")
  const leads = async (name: string, path: string) =>
    expect(main.getByRole("link", { name, exact: true })).toHaveAttribute("href", path)
  await leads("Shop Now", "/products")
  await expect(main.getByText("Learn More", { exact: true })).toBeVisible()
  await leads("Learn More about us", "/about")

  const featured = main.getByRole("region", { name: "Featured Products" })
  await expect(featured.getByRole("article")).toHaveCount(4)
  await expect(featured.getByRole("link", { name: "View All Products" })).toHaveAttribute("href", "/products")

  const byCategory = main.getByRole("region", { name: "Shop By Category" })
  expect(
    await byCategory.getByRole("link").evaluateAll((links) => links.map((link) => link.getAttribute("href"))),
  ).toEqual(
    expect.arrayContaining(
      ["gummies", "honey", "natural-sugars", "plant-concentrates"].map(
        (slug) => `/products/category/${slug}`,
      ),
    ),
  )

  const bitcoin = main.getByRole("region", { name: "Secure Bitcoin Payments" })
  await bitcoin.scrollIntoViewIfNeeded() // A code is drawn when it comes near the screen.
  const code = bitcoin.getByRole("img", { name: /^Sample Bitcoin address as a QR code/ })
  await expect(code).toHaveAttribute("width", "192")
  await expect(code).toHaveAttribute("height", "192")
  await expect(
    bitcoin.getByText("Scan with your Bitcoin wallet to learn more", { exact: true }),
  ).toBeVisible()
  await expect(bitcoin.getByText("Sample only. Please do not send money to it.")).toBeVisible()
  await leads("Learn How It Works", "/faq")

  const [standard, special] = await shippingEstimates(shop.storefrontUrl)
  const delivery = main.getByRole("region", { name: "UK Delivery Only" })
  for (const text of ["2-3 business days", "UK addresses only, with a verified postcode", standard, special])
    await expect(delivery).toContainText(text)
  await expect(main).toContainText("Free UK delivery, 2-3 business days")
  await expect(main.getByText("In 2020", { exact: false }).first()).toBeVisible()
  await expect(main.locator("#contact").getByRole("button", { name: "Send Message" })).toBeVisible()
  const claims = main.getByRole("region", { name: "Why shop with us" })
  for (const claim of [
    "Secure SSL Checkout",
    "Bitcoin Accepted",
    "UK Delivery Only",
    "Privacy Protected",
    "Quality Guarantee",
  ])
    await expect(claims.getByText(claim, { exact: true })).toBeVisible()
  await expect(claims).toContainText("Your money back")
  expect((await allProducts(shop.storefrontUrl)).filter(({ featured }) => featured).length).toBeGreaterThan(3)
})

test("the questions on the home page open one at a time and close again", async ({ page }) => {
  await visit(page, "/")
  const questions = page.getByRole("main").locator("details")
  await questions.nth(0).locator("summary").click()
  await expect(questions.nth(0)).toHaveAttribute("open")
  await questions.nth(1).locator("summary").click()
  await expect(questions.nth(1)).toHaveAttribute("open")
  await expect(questions.nth(0)).not.toHaveAttribute("open")
  await questions.nth(1).locator("summary").click()
  await expect(questions.nth(1)).not.toHaveAttribute("open")
})

test("a card shows image, badge, name, two lines and price with weight; the card is a link, its button is not", async ({
  page,
  shop,
}) => {
  const product = await aProduct(
    shop.storefrontUrl,
    (candidate) => isPlentiful(candidate) && candidate.badge === "Best Seller",
  )
  await visit(page, `/products?search=${encodeURIComponent(product.name)}`)
  const one = card(page, product.name)
  await expect(one.locator("img")).toHaveCount(1)
  await expect(one.getByText("Best Seller", { exact: true })).toBeVisible()
  await expect(one).toContainText(`£${product.price} (${product.weight})`)
  // The beginning of the description, cut after a whole word.
  const description = one.getByText(product.description.slice(0, 30))
  expect(
    await description.evaluate((text) =>
      Math.round(text.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(text).lineHeight)),
    ),
  ).toBeLessThanOrEqual(2)

  const button = one.getByRole("button", { name: `Add ${product.name} to cart` })
  expect(
    await button.evaluate((element) => {
      const { width, height } = element.getBoundingClientRect()
      return width === height && Number.parseFloat(getComputedStyle(element).borderRadius) >= 50
    }),
  ).toBe(true)
  await addFromCard(page, product.name)
  await expect(page).toHaveURL(/\/products\?search=/)
  await expect(cartButton(page)).toHaveAccessibleName("Cart, 1 item")

  await expect(toast(page)).toHaveCount(0)
  // Its end is under the tooltip of the button.
  await description.click({ force: true, position: { x: 10, y: 10 } })
  await expect(page).toHaveURL((url) => url.pathname === `/product/${product.slug}`)
})

test("each of the three known badges has its own style, all others share one", async ({ page, shop }) => {
  const known = ["Best Seller", "Organic", "Natural"]
  const bearers = new Map(
    (await allProducts(shop.storefrontUrl)).map(({ badge, name }) => [badge ?? "none", name]),
  )
  const others = [...bearers.keys()].filter((badge) => badge !== "none" && !known.includes(badge))
  const colourOf = new Map<string, string>()
  for (const badge of [...known, ...others]) {
    await visit(page, `/products?search=${encodeURIComponent(bearers.get(badge) ?? "")}`)
    const shown = cards(page).getByText(badge, { exact: true }).first()
    colourOf.set(badge, await shown.evaluate((element) => getComputedStyle(element).backgroundColor))
  }
  expect(new Set(known.map((name) => colourOf.get(name))).size).toBe(3)
  expect(others.length).toBeGreaterThan(1)
  expect(new Set(others.map((name) => colourOf.get(name))).size).toBe(1)
})

test("the list searches names and descriptions ignoring case, and sorts in four ways", async ({
  page,
  shop,
}) => {
  await visit(page, "/products")
  const names = () => cards(page).getByRole("heading").allInnerTexts()
  const catalogue = await allProducts(shop.storefrontUrl)
  const sort = page.getByLabel("Sort By")
  await expect(sort).toHaveValue("featured")
  await expect(sort.locator("option")).toHaveText([
    "Featured",
    "Price: Low to High",
    "Price: High to Low",
    "Name A-Z",
  ])
  const featured = catalogue.filter((product) => product.featured).map(({ name }) => name)
  expect((await names()).slice(0, featured.length).sort()).toEqual(featured.sort())

  // Products of the same price come in any order and a long list comes in pages, so only the first eight are compared.
  const firstEight = async <Value>(read: () => Promise<Value[]>) => (await read()).slice(0, 8)
  const shownPrices = async () => (await cards(page).locator("strong").allInnerTexts()).map(penceIn)
  const prices = catalogue.map(({ price }) => penceIn(`£${price}`)).sort((a, b) => Number(a - b))
  await sort.selectOption("price-low")
  await expect(page).toHaveURL(/sort=price-low/)
  await expect.poll(() => firstEight(shownPrices)).toEqual(prices.slice(0, 8))
  await sort.selectOption("price-high")
  await expect(page).toHaveURL(/sort=price-high/)
  await expect.poll(() => firstEight(shownPrices)).toEqual(prices.toReversed().slice(0, 8))
  await sort.selectOption("name")
  await expect
    .poll(() => firstEight(names))
    .toEqual(
      catalogue
        .map(({ name }) => name)
        .sort((a, b) => a.localeCompare(b, "en-GB"))
        .slice(0, 8),
    )

  const search = page.getByPlaceholder("Search products...", { exact: true })
  const word = catalogue[0]?.description.split(/\W+/).find((part) => part.length > 6) ?? ""
  await search.fill(word.toUpperCase())
  await expect(page).toHaveURL(new RegExp(`search=${word}`, "i"))
  const found = catalogue.filter(({ name, description }) =>
    `${name}\n${description}`.toLowerCase().includes(word.toLowerCase()),
  )
  await expect(cards(page)).toHaveCount(found.length)
  expect((await names()).sort()).toEqual(found.map(({ name }) => name).sort())
})

test("the grid has one column, two on small screens and four on large ones", async ({ page }) => {
  await visit(page, "/products")
  const columns = () =>
    page
      .getByRole("main")
      .locator(".card-grid")
      .first()
      .evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(" ").length)
  for (const [width, count] of [
    [360, 1],
    [700, 2],
    [1280, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(columns, `${String(width)} px`).toBe(count)
  }
})

test("a category's heading is its name and description", async ({ page }) => {
  const response = await page.request.get("/api/categories/honey")
  const category: unknown = await response.json()
  await visit(page, "/products/category/honey")
  const main = page.getByRole("main")
  expect(category).toMatchObject({
    name: await main.getByRole("heading", { level: 1 }).innerText(),
    description: await main.locator("header p").first().innerText(),
  })
  expect(await cards(page).count()).toBeGreaterThan(0)
})

test("a product's page has all its parts, limits the quantity to the stock and shows four related products", async ({
  page,
  shop,
}) => {
  const product = await aProduct(
    shop.storefrontUrl,
    ({ stock, badge }) => stock > 1 && stock < 6 && badge !== null,
  )
  await visit(page, `/product/${product.slug}`)
  const main = page.getByRole("main")
  const crumbs = main.getByRole("navigation", { name: "Breadcrumb" })
  await expect(crumbs.getByRole("listitem")).toHaveText(["Home", "Products", /./, product.name])
  await expect(crumbs.getByRole("link").nth(0)).toHaveAttribute("href", "/")
  await expect(crumbs.getByRole("link").nth(1)).toHaveAttribute("href", "/products")
  await expect(crumbs.getByRole("link").nth(2)).toHaveAttribute("href", /^\/products\/category\/[a-z-]+$/)

  const view = main.getByRole("article").first()
  await expect(view.getByRole("heading", { level: 1 })).toHaveText(product.name)
  await expect(view.getByRole("img", { name: product.name })).toBeVisible()
  await expect(view.getByText(product.badge ?? "", { exact: true })).toBeVisible()
  await expect(view).toContainText(`£${product.price} (${product.weight})`)
  await expect(view).toContainText(`or ≈ ${eightDecimals(satsFor(penceIn(`£${product.price}`)))} BTC`)
  const [standard, special] = await shippingEstimates(shop.storefrontUrl)
  await expect(view).toContainText("Free UK delivery, 2-3 business days.")
  await expect(view).toContainText(`estimated arrival ${standard}.`)
  await expect(view).toContainText(`Faster: tracked, ${special}, £13.00.`)
  await expect(view).toContainText(product.description)
  await expect(view.getByRole("button", { name: "Add to Cart" })).toBeEnabled()
  await expect(view.getByRole("button", { name: "Buy Now" })).toBeEnabled()

  const quantity = view.getByRole("group", { name: `Quantity of ${product.name}` })
  const [less, more] = [quantity.getByRole("button").first(), quantity.getByRole("button").last()]
  await expect(quantity.getByRole("status")).toHaveText("1")
  await expect(less).toBeDisabled()
  for (let count = 2; count <= product.stock; count++) {
    await more.click()
    await expect(quantity.getByRole("status")).toHaveText(String(count))
  }
  await expect(more).toBeDisabled()
  await more.click({ force: true })
  await expect(quantity.getByRole("status")).toHaveText(String(product.stock))

  const related = main.getByRole("region", { name: "You May Also Like" })
  await expect(related.getByRole("article")).toHaveCount(4)
  await expect(related.getByRole("heading", { name: product.name, exact: true })).toHaveCount(0)
  const names = await related.getByRole("heading", { level: 3 }).allInnerTexts()
  const listed = await allProducts(shop.storefrontUrl)
  const siblings = listed.filter(
    ({ name, categoryId }) => names.includes(name) && categoryId === product.categoryId,
  )
  expect(siblings).toHaveLength(2)
})

test("a sold-out product says so, cannot be bought and leads to its category", async ({ page, shop }) => {
  const product = await aProduct(shop.storefrontUrl, ({ stock }) => stock === 0)
  await visit(page, `/product/${product.slug}`)
  const view = page.getByRole("main").getByRole("article").first()
  await expect(view.getByText("Sold out for now")).toBeVisible()
  await expect(view).not.toContainText("estimated arrival")
  await expect(view.getByRole("group", { name: /^Quantity of/ })).toHaveCount(0)
  await expect(view.getByRole("button", { name: "Add to Cart" })).toBeDisabled()
  await expect(view.getByRole("button", { name: "Buy Now" })).toBeDisabled()
  await view.getByRole("link", { name: /^See our other [a-z]+s$/ }).click()
  await expect(page).toHaveURL(/\/products\/category\/[a-z-]+$/)
  await expect(cards(page).filter({ hasText: product.name })).toBeVisible()
})

test("the drawer shows lines and totals, changes and removes lines, announces it and keeps the focus", async ({
  page,
  shop,
}) => {
  const [first, second] = (await allProducts(shop.storefrontUrl)).filter(isPlentiful)
  if (!first || !second) throw new Error("Too few products")
  await bringCart(page, shop.storefrontUrl, [
    { productId: first.id, quantity: 1 },
    { productId: second.id, quantity: 2 },
  ])
  await visit(page, "/about")
  const [one, two] = [penceIn(`£${first.price}`), penceIn(`£${second.price}`)]
  await expect(cartButton(page)).toHaveAccessibleName("Cart, 3 items")
  const drawer = await openCart(page)
  const lines = drawer.getByRole("listitem")
  await expect(lines).toHaveCount(2)
  const line = lines.filter({ hasText: first.name })
  await expect(line.locator("img")).toHaveCount(1)
  await expect(line).toContainText(first.weight)
  await expect(line).toContainText(inPounds(one))
  await expect(drawer.getByText("Subtotal").locator("..")).toContainText(inPounds(one + 2n * two))
  await expect(drawer.getByText("UK Delivery").locator("..")).toContainText("Free")
  await expect(shownTotal(drawer)).toContainText(inPounds(one + 2n * two))
  await expect(drawer.getByText("Secure checkout with Bitcoin or other payment options")).toBeVisible()
  await expect(drawer.getByRole("link", { name: "Proceed to Checkout" })).toHaveAttribute("href", "/checkout")
  expect(await accessibilityFaults(page)).toEqual([])

  const quantity = line.getByRole("group", { name: `Quantity of ${first.name}` })
  await expect(quantity.getByRole("button").first()).toBeDisabled()
  await quantity.getByRole("button").last().click()
  await expect(shownTotal(drawer)).toContainText(inPounds(2n * one + 2n * two))
  await expect(quantity.getByRole("button").first()).toBeEnabled()
  await expect(drawer.getByRole("status").filter({ hasText: "in total" })).toHaveText(
    `4 items, ${inPounds(2n * one + 2n * two)} in total.`,
  )

  await line.getByRole("button", { name: `Remove ${first.name}` }).click()
  await expect(lines).toHaveCount(1)
  await expect(lines.getByRole("link", { name: second.name })).toBeFocused()
  await lines.getByRole("button", { name: `Remove ${second.name}` }).click()
  await expect(drawer.getByRole("heading", { name: "Your cart is empty" })).toBeVisible()
  await expect(drawer.getByText("Add some delicious treats to get started")).toBeVisible()
  await expect(drawer.getByRole("link", { name: "Browse Products" })).toHaveAttribute("href", "/products")
  await expect(drawer.getByRole("link", { name: "Browse Products" })).toBeFocused()
  await expect(cartButton(page)).toHaveAttribute("aria-label", "Cart, 0 items")
  await page.keyboard.press("Escape")
  await expect(cartButton(page)).toBeFocused()
})

test("in the drawer Continue Shopping closes it and Proceed to Checkout opens the checkout", async ({
  page,
  shop,
}) => {
  const { id } = await aProduct(shop.storefrontUrl, isPlentiful)
  await bringCart(page, shop.storefrontUrl, [{ productId: id, quantity: 1 }])
  await visit(page, "/faq")
  const drawer = await openCart(page)
  await drawer.getByRole("button", { name: "Continue Shopping" }).click()
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL(/\/faq$/)
  await openCart(page)
  await drawer.getByRole("link", { name: "Proceed to Checkout" }).click()
  await expect(page).toHaveURL(/\/checkout$/)
  await expect(drawer).toBeHidden()
})

test("the cart button counts to 99 and then shows 99+", async ({ page, shop }) => {
  const { id } = await aProduct(shop.storefrontUrl, ({ stock }) => stock >= 100)
  await bringCart(page, shop.storefrontUrl, [{ productId: id, quantity: 99 }])
  await visit(page, "/about")
  await expect(cartButton(page)).toHaveText("99")
  const drawer = await openCart(page)
  await drawer.getByRole("group").getByRole("button").last().click()
  await page.keyboard.press("Escape")
  await expect(cartButton(page)).toHaveText("99+")
  await expect(cartButton(page)).toHaveAccessibleName("Cart, 100 items")
})

test("the checkout has every field and a summary, and preselects standard delivery and Bitcoin", async ({
  page,
  shop,
}) => {
  const product = await aProduct(shop.storefrontUrl, isPlentiful)
  await bringCart(page, shop.storefrontUrl, [{ productId: product.id, quantity: 2 }])
  await visit(page, "/checkout")
  const main = page.getByRole("main")
  await expect(main.getByRole("group", { name: "Contact information" }).getByRole("textbox")).toHaveCount(2)
  const shipping = main.getByRole("group", { name: "Shipping information" })
  for (const label of ["Full name", "Address", "Postcode"])
    await expect(shipping.getByRole("textbox", { name: label, exact: true })).toHaveValue("")
  const city = shipping.getByLabel("City", { exact: true })
  await expect(city).toHaveValue("")
  const cities = (await city.locator("option").allInnerTexts()).slice(1)
  expect(cities).toHaveLength(25)
  expect(cities).toEqual(cities.toSorted((a, b) => a.localeCompare(b, "en-GB")))
  await expect(shipping.getByText("UK postcodes only", { exact: true })).toBeVisible()
  await shipping.getByLabel("Postcode").pressSequentially("sw1y 4jh")
  await expect(shipping.getByLabel("Postcode")).toHaveValue("SW1Y 4JH")

  const standard = main.getByRole("radio", { name: "Standard First Class Untracked Delivery (Free)" })
  const special = main.getByRole("radio", { name: "Special Delivery (Tracked)" })
  await expect(standard).toBeChecked()
  await expect(main.getByRole("radio", { name: "Bitcoin" })).toBeChecked()

  const summary = main.getByRole("region", { name: "Order summary" })
  const pence = penceIn(`£${product.price}`)
  const line = summary.getByRole("listitem")
  await expect(line.locator("img")).toHaveCount(1)
  await expect(line).toContainText(product.name)
  await expect(line).toContainText(`${product.weight} × 2`)
  await expect(line).toContainText(inPounds(pence))
  await expect(line).toContainText(inPounds(2n * pence))
  await expect(summary.getByText("Shipping").locator("..")).toContainText("Free")
  await expect(shownTotal(summary)).toContainText(inPounds(2n * pence))
  await expect(summary).toContainText(`${eightDecimals(satsFor(2n * pence))} BTC`)

  await special.check()
  await expect(summary.getByText("Shipping").locator("..")).toContainText("£13.00")
  await expect(shownTotal(summary)).toContainText(inPounds(2n * pence + 1300n))
  await main.getByRole("radio", { name: "Card" }).check()
  await expect(summary).not.toContainText("BTC")
  await expect(main.getByRole("button", { name: "Complete Order" })).toBeEnabled()
})

test("the about page has the story, values, commitments, five differences, the people and its links", async ({
  page,
}) => {
  await visit(page, "/about")
  const main = page.getByRole("main")
  await expect(main).toContainText("2020")
  await expect(main.getByRole("heading", { level: 1 })).toContainText("London kitchen")
  for (const value of ["Natural quality", "Customer care", "Integrity and trust"])
    await expect(main.getByRole("heading", { name: value })).toBeVisible()
  await expect(main.getByRole("heading", { name: /commitments/i })).toBeVisible()
  await expect(
    main.getByRole("region", { name: "What makes us different" }).getByRole("listitem"),
  ).toHaveCount(5)
  const people = main.getByRole("region", { name: "The people" })
  await expect(people.getByRole("heading", { level: 3 })).toHaveText([
    /^\w+ Head of the kitchen$/,
    /^\w+ Buyer$/,
    /^\w+ Packing$/,
  ])
  for (const picture of await people.locator("img").all()) {
    await picture.scrollIntoViewIfNeeded()
    expect(await picture.boundingBox()).toMatchObject({ width: 160, height: 160 })
  }
  await expect(main.locator("a[href='/products']").first()).toBeVisible()
  await expect(main.locator("a[href='/contact']").first()).toBeVisible()
})

test("the FAQ covers every required topic, and links reach its anchors", async ({ page }) => {
  await visit(page, "/faq")
  const main = page.getByRole("main")
  const text = (await main.locator("details").allTextContents()).join("\n")
  for (const words of [
    "10-30 minutes",
    "Card",
    "2-3 business days",
    "next business day if you order and pay before 2pm",
    "1-2 extra days",
    "UK addresses only",
    "verified postcodes",
    "tracked",
    "6-12 months",
    "18-24 months",
    "12-18 months",
    "Plant concentrates: 12 months",
    "damaged or defective",
    "within 48 hours",
    "photos",
    "within 14 days",
    "original packaging",
    "within 1 hour",
    "£13.00",
  ])
    expect(text, words).toContain(words)
  for (const anchor of ["payment", "delivery", "products"]) {
    await page.goto(`/faq#${anchor}`)
    await expect(main.locator(`section#${anchor}`)).toBeInViewport()
  }
})

test("the contact page has every contact detail, the form, an excerpt of the FAQ and a picture of the place", async ({
  page,
}) => {
  await visit(page, "/contact")
  const main = page.getByRole("main")
  await expect(main.getByRole("listitem").filter({ hasText: "London" }).first()).toBeVisible()
  await expect(main.locator("a[href^='mailto:']")).toBeVisible()
  await expect(main.locator("a[href^='tel:']")).toBeVisible()
  await expect(main).toContainText("within 24 hours")
  await expect(main.getByText("Mon-Fri").locator("..")).toContainText("9am-5pm")
  await expect(main.getByText("Sat", { exact: true }).locator("..")).toContainText("10am-2pm")
  await expect(main.getByRole("link", { name: /^(Instagram|Facebook|X)$/ })).toHaveCount(3)
  await expect(main.locator("#contact-form").getByRole("button", { name: "Send Message" })).toBeVisible()
  expect(await main.locator("details").count()).toBeGreaterThan(2)
  await expect(main.locator("a[href='/faq']").first()).toBeVisible()
  await expect(main.getByRole("img", { name: /map/i })).toBeVisible()
})

test("every page has its own title and description; those of products and categories contain their names", async ({
  page,
  shop,
}) => {
  const product = await aProduct(shop.storefrontUrl, isPlentiful)
  const pages = [
    "/",
    "/products",
    "/products/category/honey",
    `/product/${product.slug}`,
    "/checkout",
    "/about",
    "/faq",
    "/contact",
  ]
  const heads = await Promise.all(
    pages.map(async (path) => {
      const html = await (await page.request.get(path)).text()
      return {
        title: /<title>([^<]+)<\/title>/.exec(html)?.[1],
        description: /<meta name="description" content="([^"]+)"/.exec(html)?.[1],
        image: /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1],
      }
    }),
  )
  expect(new Set(heads.map(({ title }) => title)).size).toBe(pages.length)
  expect(new Set(heads.map(({ description }) => description)).size).toBe(pages.length)
  expect(heads.every(({ description }) => (description?.length ?? 0) > 20)).toBe(true)
  expect(heads[2]?.title).toContain("Honey")
  expect(heads[3]?.title).toContain(product.name.replaceAll("&", "&amp;"))
  expect(heads[3]?.description?.slice(0, 20)).toBe(product.description.slice(0, 20))
  expect(heads[3]?.image).not.toBe(heads[0]?.image)
})

test("URLs ignore case, a new page starts at the top, and Back restores the scroll position", async ({
  page,
}) => {
  await visit(page, "/PRODUCTS/Category/HONEY")
  await expect(page.getByRole("heading", { level: 1, name: "Honey" })).toBeVisible()
  await visit(page, "/About")
  await expect(page.getByRole("heading", { level: 1 })).toContainText("London kitchen")

  const top = () => page.evaluate(() => Math.round(window.scrollY))
  await page.evaluate(() => {
    window.scrollTo(0, 600)
  })
  await expect.poll(top).toBe(600)
  await follow(page, "FAQ")
  await expect(page.getByRole("heading", { level: 1, name: "Questions and answers" })).toBeVisible()
  await expect.poll(top).toBe(0)
  // The focus moves to the new page, and a screen reader announces its name.
  await expect(page.getByRole("main")).toBeFocused()
  await expect(page.getByRole("status").filter({ hasText: "Questions and answers |" })).toHaveCount(1)

  const before = await page.evaluate(() => document.documentElement.scrollHeight)
  expect(before).toBeGreaterThan(600)
  await page.goBack()
  await expect(page.getByRole("heading", { level: 1 })).toContainText("London kitchen")
  await expect.poll(top).toBeGreaterThan(isPhone(page) ? 300 : 400)
})
