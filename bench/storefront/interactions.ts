import type { Locator, Page } from "@playwright/test"
import { median, publish } from "../report"
import { openBrowser } from "./browser"
import { click, tap } from "./press"

const ROUNDS = 7
/** A middle-class phone against this machine. */
const CPU_SLOWDOWN = 4
/** After it the page is at rest: hydrated, and done with an interaction and its answers. */
const REST_MS = 1500
/** The Event Timing API reports nothing shorter (W3C). */
const SHORTEST_MS = 16

const card = (page: Page, index: number) => page.locator("main article").nth(index)
const addButton = (page: Page, index: number) => card(page, index).locator("button[aria-label^='Add ']")

const DEVICES = {
  phone: { by: "touch, phone", press: tap },
  desktop: { by: "mouse, desktop", press: click },
} as const
type Device = keyof typeof DEVICES

interface Interaction {
  what: string
  /** What the shop wants, in ms. */
  wanted: string
  /** Opens a page in which it is measured; without one it follows the one before. */
  open?: (page: Page, shop: string) => Promise<void>
  act: (page: Page, press: (target: Locator) => Promise<void>) => Promise<void>
  /** The other device has nothing like it. */
  only?: Device
}

const atRest = async (page: Page, shop: string) => {
  await page.goto(`${shop}/products`, { waitUntil: "load" })
  await page.waitForTimeout(REST_MS)
}

/** A number that grows. */
const ONLY_A_BUTTON = `data:text/html,<meta name="viewport" content="width=device-width"><button onclick="this.textContent++">0</button>`

const INTERACTIONS: readonly Interaction[] = [
  {
    what: "a button on a page with nothing else",
    wanted: "the machine's share",
    open: async (page) => {
      await page.goto(ONLY_A_BUTTON)
      await page.waitForTimeout(REST_MS)
    },
    act: (page, press) => press(page.locator("button")),
  },
  {
    what: "first tap right after load: add on a card",
    wanted: "≤ 100",
    open: async (page, shop) => void (await page.goto(`${shop}/products`, { waitUntil: "load" })),
    act: (page, press) => press(addButton(page, 0)),
  },
  { what: "add on another card", wanted: "≤ 50", act: (page, press) => press(addButton(page, 1)) },
  {
    what: "open the cart",
    wanted: "≤ 50, max ≤ 64",
    act: (page, press) => press(page.locator("header button[aria-label^='Cart, ']")),
  },
  {
    what: "quantity in the drawer",
    wanted: "≤ 50",
    act: (page, press) => press(page.locator("dialog li [role=group] button").last()),
  },
  {
    what: "open a product from its card",
    wanted: "≤ 100",
    open: atRest,
    act: (page, press) => press(card(page, 2).locator("h3 a")),
  },
  {
    what: "open the menu",
    wanted: "≤ 50, max ≤ 64",
    open: atRest,
    act: (page, press) => press(page.locator("header button[aria-controls='main-menu']")),
    only: "phone",
  },
  {
    what: "type in the search",
    wanted: "≤ 50, max ≤ 64",
    open: async (page, shop) => {
      await atRest(page, shop)
      await page.getByPlaceholder("Search products...").focus()
      await page.waitForTimeout(REST_MS)
    },
    act: (page) => page.keyboard.type("honey", { delay: 120 }),
  },
]

/**
 * Prints how long the page takes from a tap, a click or a key to the frame with its result, with a processor that is four
 * times slower than this machine's: the longest event of each interaction (Event Timing API, as in INP).
 */
export async function printInteractions(title: string, shop: string): Promise<void> {
  for (const device of ["phone", "desktop"] as const) await measureDevice(device, title, shop)
}

async function measureDevice(device: Device, title: string, shop: string): Promise<void> {
  const interactions = INTERACTIONS.filter(({ only = device }) => only === device)
  const times = new Map(interactions.map(({ what }) => [what, [] as number[]]))
  for (let round = 0; round < ROUNDS; round += 1) await measureRound(device, interactions, shop, times)
  await publish(
    `interactions-${device}-${title.toLowerCase().replaceAll(" ", "-")}`,
    [`${DEVICES[device].by}, CPU ${String(CPU_SLOWDOWN)} times slower, ms`, "median", "max", "wanted"],
    interactions.map(({ what, wanted }) => {
      const found = times.get(what) ?? []
      return [what, String(median(found)), String(Math.max(...found)), wanted]
    }),
  )
}

async function measureRound(
  device: Device,
  interactions: readonly Interaction[],
  shop: string,
  times: Map<string, number[]>,
): Promise<void> {
  const { context, close } = await openBrowser(device)
  try {
    const page = await context.newPage()
    const atFullSpeed = await page.evaluate(countingTime)
    // One session for all: opening or closing another one ends the slowness of the processor, without a word.
    const devtools = await context.newCDPSession(page)
    const press = (target: Locator) => DEVICES[device].press(target, devtools)
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN })
    await page.addInitScript(recordInteractions)
    for (const { what, open, act } of interactions) {
      await open?.(page, shop)
      await page.evaluate(() => Reflect.set(globalThis, "longestInteraction", 0))
      await act(page, press)
      await page.waitForTimeout(REST_MS)
      const longest = await page.evaluate(() => Number(Reflect.get(globalThis, "longestInteraction")))
      times.get(what)?.push(Math.max(longest, SHORTEST_MS))
    }
    if ((await page.evaluate(countingTime)) < (atFullSpeed * CPU_SLOWDOWN) / 2)
      throw new Error("The browser was not slowed down until the end")
  } finally {
    await close()
  }
}

/** How long the page takes to count, in ms. */
function countingTime(): number {
  const start = performance.now()
  let sum = 0
  for (let number = 0; number < 1e8; number += 1) sum += number % 7
  return sum > 0 ? performance.now() - start : 0
}

function recordInteractions(): void {
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const isInteraction = "interactionId" in entry && Number(entry.interactionId) > 0
      const longest = Number(Reflect.get(globalThis, "longestInteraction") ?? 0)
      if (isInteraction) Reflect.set(globalThis, "longestInteraction", Math.max(longest, entry.duration))
    }
  }).observe(Object.assign({ type: "event", buffered: true }, { durationThreshold: 16 }))
}
