import { renderToStaticMarkup } from "react-dom/server"
import { MemoryRouter } from "react-router-dom"
import { expect, test } from "vitest"
import { faqSections } from "./questions"

const textOf = (
  options: Parameters<typeof faqSections>[0],
  cards: Parameters<typeof faqSections>[1] = null,
) =>
  renderToStaticMarkup(
    <MemoryRouter>
      {faqSections(options, cards).flatMap(({ items }) =>
        items.map(({ title, content }) => <div key={title}>{content}</div>),
      )}
    </MemoryRouter>,
  )

test("the FAQ names the shop's delivery prices and no others", () => {
  const text = textOf([
    { id: "standard", label: "Standard First Class Untracked Delivery (Free)", price: "0.00" },
    { id: "special", label: "Special Delivery (Tracked)", price: "14.50" },
  ])
  expect(text.match(/£[\d.]+/g)).toEqual(["£14.50"])
  expect(text).toContain("Standard First Class Untracked Delivery (Free): free")
})

test("its three sections have the anchors that links point to", () => {
  expect(faqSections([], null).map(({ id }) => id)).toEqual(["payment", "delivery", "products"])
})

test("the answer about cards says how they are paid in this shop", () => {
  expect(textOf([], { processor: "Stripe", minutesToPay: 30, least: "0.30" })).toContain(
    "secure page of Stripe",
  )
  expect(textOf([], { processor: null, minutesToPay: 5760, least: "0.01" })).toContain(
    "Choose Card at the checkout",
  )
  expect(textOf([])).not.toContain("Choose Card")
})
