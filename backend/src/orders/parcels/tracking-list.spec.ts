import { expect, it } from "vitest"
import { readTrackingList } from "./tracking-list"

const read = (text: string) => {
  const { lines, problems } = readTrackingList(text)
  return {
    orders: lines.map(({ number, tracking }) => [number, tracking]),
    problems: problems.map(({ sentence }) => sentence),
  }
}
const TWO = { orders: [[12, "AB123456785GB"], [13, "AB123456794GB"]], problems: [] } // prettier-ignore
const ROWS = "12,AB123456785GB\n13,AB123456794GB"

it.each([
  ["copied from a spreadsheet", "12\tAB123456785GB\n13\tAB123456794GB\n"],
  ["with commas", "12,AB123456785GB\r\n13,AB123456794GB"],
  ["with semicolons, quotes and a byte order mark", '\ufeff"12";"AB123456785GB"\n"#13";"AB123456794GB"'],
  ["with spaces, in small letters", "  12 ab123456785gb\n\n#13   AB123456794GB"],
  ["with the tracking number first", "AB123456785GB\t12\nAB123456794GB\tOrder 13"],
  ["with empty cells", "12,,AB123456785GB,\n,13,AB123456794GB,"],
  [
    "of a carrier, by its headings",
    'Order date,Channel reference,Service,"Tracking number",Weight\n2026-11-27,12,SD1,AB123456785GB,100\n2026-11-27,13,SD1,AB123456794GB,250',
  ],
  ["with headings of its own", "Order\tTracking\n12\tAB123456785GB\n13\tAB123456794GB"],
  [
    "with a column whose name is only like that of the tracking number",
    "Order number,Tracked service,Tracking number\n12,SD123456,AB123456785GB\n13,SD123456,AB123456794GB",
  ],
  [
    "of a carrier with order numbers of its own",
    "Order number,Channel reference,Tracking number\n901,12,AB123456785GB\n902,13,AB123456794GB",
  ],
  [
    "with a counter, by its headings",
    "No,Consignment number,Reference\n1,AB123456785GB,12\n2,AB123456794GB,13",
  ],
  [
    "with another separator in quotes",
    'Order number,Address,Tracking number\n12,"Flat 1; High St",AB123456785GB\n13,"1, Low St",AB123456794GB',
  ],
  [
    "with a quotation mark that means inches",
    'Order number,Item,Tracking number\n12,5" pipe,AB123456785GB\n13,"jar",AB123456794GB',
  ],
  ["with an open quotation mark between tabs", 'Order\tItem\tTracking\n12\t"jar\tAB123456785GB\n13\tjar\tAB123456794GB'], // prettier-ignore
  ["with numbers that a spreadsheet keeps as text", '="12",="AB123456785GB"\n="13",="AB123456794GB"'],
  ["with such numbers between tabs", '="12"\t="AB123456785GB"\n="13"\t="AB123456794GB"'],
])("reads a list %s", (_which, text) => {
  expect(read(text)).toEqual(TWO)
})

it.each([
  [
    "whose headings are not known",
    `Order ID,Date,Tracking number\n12,2026-11-27,AB123456785GB`,
    "The headings are not known: name the columns “Order number” and “Tracking number”.",
  ],
  [
    "with a heading twice",
    `Order number,Tracking number,Tracking number\n12,AB123456785GB,AB123456794GB`,
    "Two columns have the same heading: name one “Order number” and one “Tracking number”.",
  ],
  [
    "with two headings of the same meaning",
    `Order,Order number,Tracking number\n12,13,AB123456794GB`,
    "Two columns have the same heading: name one “Order number” and one “Tracking number”.",
  ],
  [
    "with an open quote",
    '12,"AB123456785GB\n13,AB123456794GB',
    "The list cannot be read: a quotation mark is opened and not closed.",
  ],
  [
    "of more than 500 lines",
    Array.from({ length: 501 }, (_, at) => `${String(at + 1)},none`).join("\n"),
    "A list has at most 500 lines.",
  ],
])("uses nothing of a list %s", (_which, text, sentence) => {
  expect(readTrackingList(text)).toEqual({ lines: [], problems: [{ line: 0, numbers: [], sentence }] })
})

it.each([
  ["a postcode", "12,SW1A 1AA,AB123456785GB", [12]],
  ["a counter", "1,12,AB123456785GB", [1, 12]],
])("guesses nothing on a line without headings that has %s as well", (_what, line, numbers) => {
  const { lines, problems } = readTrackingList(`${line}\n${ROWS}`)
  expect(lines.map(({ number }) => number)).toEqual([12, 13])
  const sentence = "Line 1 has more than an order number and a tracking number."
  expect(problems).toEqual([{ line: 1, numbers, sentence }])
})

it("keeps the spaces of a number, and knows a line without one from one that says none", () => {
  expect(read("12 AB 1234 5678 5GB\n13 None").orders).toEqual([
    [12, "AB 1234 5678 5GB"],
    [13, "none"],
  ])
  expect(read("12,\n13,none\n14,none").orders).toEqual([
    [12, ""],
    [13, "none"],
    [14, "none"],
  ])
})

it("has a sentence for each line that cannot be used, with the order that it names", () => {
  const { lines, problems } = readTrackingList(
    "12\tAB123456785GB\nabc\tAB123456794GB\n13\t???\n12\tAB123456803GB\n14\tAB123456785GB",
  )
  expect(lines).toEqual([{ line: 1, number: 12, tracking: "AB123456785GB" }])
  expect(problems).toEqual([
    { line: 2, numbers: [], sentence: "Line 2 has no order number." },
    { line: 3, numbers: [13], sentence: "Line 3: “???” is no tracking number." },
    { line: 4, numbers: [12], sentence: "Line 4 repeats the order or the number of line 1." },
    { line: 5, numbers: [14], sentence: "Line 5 repeats the order or the number of line 1." },
  ])
})

it("reads an empty list", () => {
  expect(read(" \n")).toEqual({ orders: [], problems: [] })
})
