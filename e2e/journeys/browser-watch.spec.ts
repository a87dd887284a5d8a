import { expect, test } from "../fixtures/test"

test("the browser monitor of every journey reports errors, exceptions and foreign hosts", async ({
  page,
  browserWatch,
}) => {
  await page.goto("/about")
  await page.evaluate(`console.error("planted message")`)
  // A page that is left loses what it has not thrown yet.
  const thrown = page.waitForEvent("pageerror")
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error("planted exception")
    })
  })
  await thrown
  // Our own pages block other hosts.
  await page.goto("data:text/html,<img src='http://127.0.0.1:9/planted.png'>")

  for (const complaint of [
    /console error: planted message/,
    /uncaught: .*planted exception/,
    /another host: GET http:\/\/127\.0\.0\.1:9\/planted\.png/,
    /failed: http:\/\/127\.0\.0\.1:9\/planted\.png/,
  ]) {
    await expect.poll(() => browserWatch.complaints().join("\n")).toMatch(complaint)
  }

  // Expected here; fails any other test.
  browserWatch.allow(/planted|127\.0\.0\.1:9/)
})
