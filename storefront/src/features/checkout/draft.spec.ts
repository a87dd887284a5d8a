import { expect, test } from "vitest"
import { hasInput, restoreDraft } from "./draft"

const text = (name: string, value = "", type = "text") => ({ name, type, value })
const radio = (value: string, checked: boolean, defaultChecked: boolean) => ({
  name: "shippingMethod",
  type: "radio",
  value,
  checked,
  defaultChecked,
})

test("a draft restores inputs, selects and textareas", () => {
  const elements = [text("email"), text("city", "", "select-one"), text("giftMessage", "", "textarea")]
  restoreDraft({ elements }, { email: "ada@example.com", city: "London", giftMessage: "Happy birthday" })
  expect(elements.map(({ value }) => value)).toEqual(["ada@example.com", "London", "Happy birthday"])
})

test("what is typed before hydration is newer than the draft", () => {
  const elements = [text("email", "new@example.com")]
  restoreDraft({ elements }, { email: "old@example.com" })
  expect(elements[0]?.value).toBe("new@example.com")
})

test("a draft restores a choice, unless another one was made before hydration", () => {
  const untouched = [radio("standard", true, true), radio("special", false, false)]
  restoreDraft({ elements: untouched }, { shippingMethod: "special" })
  expect(untouched[1]?.checked).toBe(true)

  const chosen = [radio("standard", false, true), radio("special", true, false)]
  restoreDraft({ elements: chosen }, { shippingMethod: "standard" })
  expect(chosen[0]?.checked).toBe(false)
})

test("elements without a name or a value are left alone", () => {
  const elements = [
    { name: "", type: "submit", value: "" },
    { tagName: "FIELDSET", name: "", type: "fieldset" },
  ]
  restoreDraft({ elements }, { "": "x" })
  expect(elements[0]).toMatchObject({ value: "" })
})

test("a form has input once a text is typed or another option than the default is chosen", () => {
  expect(hasInput({ elements: [text("email"), radio("standard", true, true)] })).toBe(false)
  expect(hasInput({ elements: [text("giftMessage", "Hello", "textarea")] })).toBe(true)
  expect(hasInput({ elements: [radio("special", true, false)] })).toBe(true)
})
