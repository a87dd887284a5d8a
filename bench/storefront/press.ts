import type { CDPSession, Locator } from "@playwright/test"

const POINTED_MS = 150
const HELD_MS = 60

/** Presses where it is. Playwright's own tap listens on the page to see what it hits, for 2 to 5 ms of the time measured. */
type Press = (target: Locator, devtools: CDPSession) => Promise<void>

const placeOf = (element: Element) => {
  const { x, y, width, height } = element.getBoundingClientRect()
  const middle: [x: number, y: number] = [x + width / 2, y + height / 2]
  return { middle, isOnTop: element.contains(document.elementFromPoint(...middle)) }
}

/** @throws where something else lies over it, like a toast */
async function middleOf(target: Locator): Promise<[x: number, y: number]> {
  await target.scrollIntoViewIfNeeded()
  if (!(await target.evaluate(placeOf)).isOnTop)
    await target.evaluate((element) => element.scrollIntoView({ block: "center", behavior: "instant" }))
  const { middle, isOnTop } = await target.evaluate(placeOf)
  if (!isOnTop) throw new Error(`Something covers what is to be pressed: ${String(target)}`)
  return middle
}

/** A finger rests on the glass as long as a button of the mouse: Playwright's own tap lifts it in the same moment, before the page can show that it is pressed. */
export const tap: Press = async (target, devtools) => {
  const page = target.page()
  const [x, y] = await middleOf(target)
  await page.waitForTimeout(POINTED_MS)
  await devtools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] })
  await page.waitForTimeout(HELD_MS)
  await devtools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] })
}

/** A hand moves to it and rests for a moment before it presses. */
export const click: Press = async (target) => {
  const { mouse } = target.page()
  const [x, y] = await middleOf(target)
  await mouse.move(x, y, { steps: 10 })
  await target.page().waitForTimeout(POINTED_MS)
  await mouse.down()
  await target.page().waitForTimeout(HELD_MS)
  await mouse.up()
}
