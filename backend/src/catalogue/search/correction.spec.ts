import { describe, expect, it } from "vitest"
import type { Entry } from "../entries"
import { correctSearch } from "./correction"
import { readSynonyms } from "./synonyms"
import { Vocabulary } from "./vocabulary"

const entry = (name: string, description = ""): Entry => ({
  variants: [],
  food: null,
  netQuantity: null,
  images: [],
  categoryIds: [],
  pence: 500,
  searchText: `${name}\n${description}`.toLowerCase(),
  diets: [],
  sizes: [],
  codes: "",
  product: {
    id: name,
    name,
    slug: name,
    description,
    image: null,
    price: "5.00",
    weight: "",
    badge: null,
    stock: 1,
    featured: false,
    categoryId: "",
  },
})

const SHOP = [
  entry("Scottish Heather Honey", "From the moors, with a trace of smoke."),
  entry("Acacia Honey", "Pale and mild."),
  entry("Elderberry Gummies", "Children’s favourite, with açaí and vitamin C."),
  entry("Maple Sugar", "Quebec maple syrup, boiled until it turns to fine grains."),
  entry("Muscovado Sugar", "Almost black, with all of its molasses left in."),
]
const SYNONYMS = readSynonyms("lollies, wine gums = gummies\nset honey = heather honey")

const correct = (search: string, entries: readonly Entry[] = SHOP, synonyms = SYNONYMS) =>
  correctSearch({
    search,
    entries,
    vocabulary: new Vocabulary([...SHOP.map(({ searchText }) => searchText), ...synonyms.keys()]),
    synonyms,
  })

describe("a search without hits", () => {
  it.each([
    ["hony", "honey"],
    ["gummis", "gummies"],
    ["elderbery", "elderberry"],
    ["maple sirup", "maple syrup"],
    ["molases", "molasses"],
    ["HONYE", "honey"],
    ["heather honney", "heather honey"],
    ["elderbrery gumies", "elderberry gummies"],
  ])("with a typing mistake is corrected: %s", (search, meant) => {
    expect(correct(search)).toBe(meant)
  })

  it.each([
    ["gummy", "gummies"],
    ["gummys", "gummies"],
    ["elderberries", "elderberry"],
    ["elderberry gummy", "elderberry gummies"],
  ])("in the other number is corrected: %s", (search, meant) => {
    expect(correct(search)).toBe(meant)
  })

  it.each([
    ["acai", "açaí"],
    ["childrens favourite", "children’s favourite"],
    ["honey!", "honey"],
    ["elder berry", "elderberry"],
  ])("without accents, apostrophes or the right spaces is corrected: %s", (search, meant) => {
    expect(correct(search)).toBe(meant)
  })

  it.each([
    ["organic hony", "honey"],
    ["honey from heather", "heather"],
    ["zzzzzz elderberry gumies", "elderberry gummies"],
  ])("finds the part that is a product's name: %s", (search, meant) => {
    expect(correct(search)).toBe(meant)
  })

  it.each([
    ["lollies", "gummies"],
    ["Wine  Gums", "gummies"],
    ["lolies", "gummies"],
    ["elderberry lollies", "elderberry gummies"],
    ["cheap lollies", "gummies"],
    ["set honey", "heather honey"],
  ])("is replaced by the shop's own word: %s", (search, meant) => {
    expect(correct(search)).toBe(meant)
  })

  it.each([
    "hn",
    "zz",
    "jam",
    "qwrtplk",
    "asdf asdf asdf",
    "marzipan-submarine",
    "phone",
    "the from",
    "with all trains",
    "",
    "!?",
    "💛",
    ".*",
    "%",
  ])("is not corrected if it is too short or nothing is near: %j", (search) => {
    expect(correct(search)).toBeUndefined()
  })

  it("is corrected only to what the category has", () => {
    const sugars = SHOP.slice(3)
    expect(correct("molases", sugars)).toBe("molasses")
    expect(correct("hony", sugars)).toBeUndefined()
  })

  it("has a correction with hits, whatever staff wrote as a synonym", () => {
    expect(correct("pop", SHOP, readSynonyms("pop = lemonade"))).toBeUndefined()
  })
})

describe("the synonyms", () => {
  it("are read line by line, and lines that cannot be read are left out", () => {
    const written =
      "Lollies , SWEETS = Gummies\n\nno sign\n= nothing\nnothing =\na = b = c\n treacle=molasses\r\n"
    expect([...readSynonyms(written)]).toEqual([
      ["lollies", "gummies"],
      ["sweets", "gummies"],
      ["treacle", "molasses"],
    ])
  })

  it.each([undefined, null, 7, {}, ["a = b"]])("are none if the metadata holds %j", (written) => {
    expect(readSynonyms(written).size).toBe(0)
  })

  it("are limited in number and length", () => {
    const many = Array.from({ length: 2000 }, (_, n) => `word${n} = honey`).join("\n")
    expect(readSynonyms(many).size).toBe(500)
    expect(readSynonyms(`${"x".repeat(61)} = honey\nshort = ${"y".repeat(61)}`).size).toBe(0)
  })
})

it("a search without hits reads a limited number of texts, however large the shop is", () => {
  let reads = 0
  const counted = (name: string): Entry => {
    const { searchText, ...rest } = entry(name)
    return {
      ...rest,
      get searchText() {
        reads += 1
        return searchText
      },
    }
  }
  const many = Array.from({ length: 10_000 }, (_, n) => counted(`Box ${String(n)}`))
  expect(correct("hony gummis maple sirup molases", many)).toBeUndefined()
  expect(reads).toBeGreaterThan(50_000)
  expect(reads).toBeLessThanOrEqual(120_000)
})
