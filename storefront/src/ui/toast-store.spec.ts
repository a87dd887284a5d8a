import { expect, test } from "vitest"
import { dismissToast, readToast, showToast } from "./toast-store"

test("a new toast takes the place of the one before", () => {
  showToast({ title: "First" })
  showToast({ title: "Second" })
  expect(readToast()?.title).toBe("Second")
})

test("dismissing a toast that has been replaced leaves its successor", () => {
  showToast({ title: "First" })
  const first = readToast()
  showToast({ title: "Second" })
  dismissToast(first?.id ?? 0)
  expect(readToast()?.title).toBe("Second")
  dismissToast(readToast()?.id ?? 0)
  expect(readToast()).toBeNull()
})

test("a toast stays five seconds unless it says otherwise", () => {
  showToast({ title: "Message sent" })
  expect(readToast()).toMatchObject({ duration: 5000, tone: "plain" })
  showToast({ title: "Added to cart", duration: 3000 })
  expect(readToast()?.duration).toBe(3000)
})
