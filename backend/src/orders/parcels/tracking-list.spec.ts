import { expect, it } from "vitest"
import { readTrackingList } from "./tracking-list"

const read = (text: string) => {
  const { lines, problems } = readTrackingList(text)
  return { orders: lines.map(({ number, tracking }) => [number, tracking]), problems }
}
const TWO = { orders: [[12, "AB123456785GB"], [13, "AB123456794GB"]], problems: [] } // prettier-ignore

it.each([
  ["copied from a spreadsheet", "12\tAB123456785GB\n13\tAB123456794GB\n"],
  ["with commas", "12,AB123456785GB\r\n13,AB123456794GB"],
  ["with semicolons, quotes and a byte order mark", '\ufeff"12";"AB123456785GB"\n"#13";"AB123456794GB"'],
  ["with spaces, in small letters", "  12 ab123456785gb\n\n#13   AB123456794GB"],
  ["with the tracking number first", "AB123456785GB\t12\nAB123456794GB\tOrder 13"],
  [
    "of a carrier, by its headings",
    'Order date,Channel reference,Service,"Tracking number",Weight\n2026-11-27,12,SD1,AB123456785GB,100\n2026-11-27,13,SD1,AB123456794GB,250',
  ],
  ["with headings of its own", "Order\tTracking\n12\tAB123456785GB\n13\tAB123456794GB"],
])("reads a list %s", (_which, text) => {
  expect(read(text)).toEqual(TWO)
})

it("keeps the spaces of a number, and knows a line without one from one that says none", () => {
  expect(read("12 AB 1234 5678 5GB\n13 None").orders).toEqual([
    [12, "AB 1234 5678 5GB"],
    [13, "none"],
  ])
  expect(read("12,\n13,none").orders).toEqual([
    [12, ""],
    [13, "none"],
  ])
})

it("has a sentence for each line that cannot be used", () => {
  expect(
    read("12\tAB123456785GB\nabc\tAB123456794GB\n13\t???\n12\tAB123456803GB\n14\tAB123456785GB"),
  ).toEqual({
    orders: [[12, "AB123456785GB"]],
    problems: [
      "Line 2 has no order number.",
      "Line 3: “???” is no tracking number.",
      "Line 4 repeats the order or the number of line 1.",
      "Line 5 repeats the order or the number of line 1.",
    ],
  })
})

it("says that a table with an open quote cannot be read", () => {
  expect(read('12,"AB123456785GB').problems).toEqual([
    expect.stringMatching(/^This is not a table that can be read: .+\.$/),
  ])
})

it("reads an empty list", () => {
  expect(read(" \n")).toEqual({ orders: [], problems: [] })
})
