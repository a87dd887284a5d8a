import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { progressOn, silent, type Progress } from "@shop/sandbox/progress"
import { startShop } from "@shop/sandbox/shop"
import { announcedStack, type Stack } from "../../e2e/stack/stack"
import type { Findings } from "./budgets"
import { measureClicks } from "./clicks"
import { measureEmptyPage } from "./empty-page"
import { measureFirstByte } from "./first-byte"
import { type FirstLoad, measureFirstLoad, measureLargestLoad } from "./first-load"
import { growTo } from "../../backend/integration/harness/grow-catalogue"
import { type HttpsFront, startHttpsFront } from "./https-front"
import { printInteractions } from "./interactions"
import { catalogueFacts, measureSearch, measureStaffChange } from "./in-the-catalogue"
import { measureLighthouse } from "./lighthouse"
import { type BenchPage, benchPages, OTHER_PAGES } from "./pages"
import { loadInWords, publishVerdicts, type Column } from "./print"

const HELP = `npm run bench storefront                     a new shop, as seeded and then with 10,000 products
  SHOP_UNDER_TEST='{…}' (as in e2e/stack)     a shop that runs already, as it is
  -- --products 0                             do not grow it
  -- --lighthouse 1                           runs a page, of which the median counts [3]; 0 leaves it out
  -- --strict                                 fail where a budget is missed`

const { values: options } = parseArgs({
  options: {
    products: { type: "string", default: "10000" },
    lighthouse: { type: "string", default: "3" },
    strict: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
})
const progress = process.stdout.isTTY ? progressOn(process.stdout) : silent

async function measure(title: string, stack: Stack): Promise<number> {
  const front = await startHttpsFront(stack.storefrontUrl)
  try {
    return await measureBehind(front, title, stack)
  } finally {
    await front.stop()
  }
}

/** Lighthouse visits the shop behind the front; other measurements need no connection like a phone's. */
async function measureBehind(front: HttpsFront, title: string, stack: Stack): Promise<number> {
  const shop = stack.storefrontUrl
  const { pages, cartWith } = await benchPages(shop)
  const runs = Number(options.lighthouse)
  const before = loadInWords()
  const columns: Column[] = []
  for (const page of pages) {
    const findings = await progress.step(`${title}: ${page.name}`, async (): Promise<Findings> => ({
      ...budgeted(page, await measureFirstLoad(shop, page, cartWith)),
      ...(runs > 0 && (await measureLighthouse(front.url, page, cartWith, runs))),
      ...(await measureFirstByte(shop, page.path)),
    }))
    columns.push({ name: page.name, findings })
  }
  columns.push({
    name: "the largest of the others",
    findings: await progress.step(`${title}: the other pages`, () =>
      measureLargestLoad(shop, OTHER_PAGES, cartWith),
    ),
  })
  if (runs > 0) {
    const findings = await progress.step(`${title}: an empty page`, () => measureEmptyPage(runs))
    columns.push({ name: "an empty page", findings, isYardstick: true })
  }
  columns.push({
    name: "whole shop",
    findings: {
      ...(await measureClicks(shop)),
      ...(await measureSearch(shop)),
      ...(await measureStaffChange(stack)),
    },
  })
  await printInteractions(title, shop)
  const { products, wholeKib, pageKib } = await catalogueFacts(shop)
  process.stdout.write(
    `\n${title}: ${String(products)} products; ${before}, ${loadInWords()} at the end\n` +
      `All products as JSON: ${wholeKib.toFixed(0)} KiB; a page of them: ${pageKib.toFixed(1)} KiB. ` +
      "Checkout and search are noindex on purpose: Lighthouse's is-crawlable is left out there.\n",
  )
  return publishVerdicts(`storefront-${title.toLowerCase().replaceAll(" ", "-")}`, columns)
}

/** A checkout, or a page that calls the shop at once, has a larger budget. */
function budgeted({ isLarge = false }: BenchPage, { scriptGzip, ...load }: FirstLoad): Findings {
  return { ...load, [isLarge ? "scriptGzipLarge" : "scriptGzip"]: scriptGzip }
}

async function measureOwnShop(progressOfStart: Progress): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), "shop-bench-"))
  // The benchmark would exceed the limit of pages per minute.
  const settings = { STOREFRONT_PAGES_PER_MINUTE: "0" }
  const shop = await startShop({ dataDir, progress: progressOfStart, settings })
  try {
    const stack: Stack = {
      storefrontUrl: shop.url.replace(/\/$/, ""),
      backendUrl: shop.backendUrl.replace(/\/$/, ""),
      bitcoinUrl: shop.bitcoinUrl,
      lightning: shop.lightning,
      mailboxUrl: shop.mailUrl,
      cardsUrl: shop.cardsUrl,
      databaseUrl: shop.databaseUrl,
      admin: { email: shop.admin.email, password: shop.admin.password ?? "" },
    }
    let missed = await measure("As seeded", stack)
    const products = Number(options.products)
    if (products > 0) {
      await progress.step(`Growing to ${String(products)} products`, () => growTo(shop.databaseUrl, products))
      missed += await measure("Grown", stack)
    }
    return missed
  } finally {
    await shop.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function main(): Promise<void> {
  if (options.help) {
    console.log(HELP)
    return
  }
  const running = announcedStack()
  const missed = running
    ? await measure("The shop under test", running)
    : await measureOwnShop(progressOn(process.stdout))
  if (missed > 0) console.log(`${String(missed)} figures are over their budget.`)
  process.exit(missed > 0 && options.strict ? 1 : 0)
}

await main()
