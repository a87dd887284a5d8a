import path from "node:path"
import { expect, it } from "vitest"
import type { Entry } from "../../../catalogue"
import { listProducts } from "../../../catalogue/listing"
import { sizeKey } from "../../../catalogue/search/read-search"
import { readSynonyms } from "../../../catalogue/search/synonyms"
import { Snapshot } from "../../../catalogue/snapshot"
import { dietsOf } from "../../../modules/food-information"
import { factsOfProduct } from "../food-facts"
import { readCatalogue, readSeedSynonyms } from "./read-catalogue"

const DEMO = path.join(__dirname, "../../../../../brands/demo")

const entries = readCatalogue(DEMO).products.map((product): Entry => ({
  variants: [],
  food: null,
  netQuantity: null,
  images: [],
  categoryIds: [product.category],
  pence: product.price,
  searchText: `${product.name}\n${product.description}`.toLowerCase(),
  diets: "ingredients" in product ? dietsOf(factsOfProduct(product)) : [],
  sizes: [sizeKey(product.weight)],
  codes: `\n${product.sku.toLowerCase()}`,
  product: {
    id: product.slug,
    name: product.name,
    slug: product.slug,
    description: product.description,
    image: null,
    price: (product.price / 100).toFixed(2),
    weight: product.weight,
    badge: null,
    stock: product.stock,
    featured: product.featured,
    categoryId: product.category,
  },
}))
const snapshot = new Snapshot(
  {
    shop: { salesChannelId: "channel", regionId: "region", currencyCode: "gbp" },
    categories: [],
    shippingOptions: [],
    synonyms: readSynonyms(readSeedSynonyms(DEMO)),
    formerHandles: [],
  },
  entries,
)

/** As the suggestions show them: what a correction finds where the search finds nothing. */
function namesFor(search: string): string[] {
  const { products, correction } = listProducts(snapshot, { search, sort: "relevance" })
  return correction === undefined ? products.map(({ name }) => name) : namesFor(correction)
}

it.each([
  ["ginger", "Ginger Root Concentrate"],
  ["gin", "Ginger Root Concentrate"],
  ["lemon", "Sour Lemon Gummies"],
  ["orange", "Seville Orange Gummies"],
  ["mint", "Garden Mint Concentrate"],
  ["honey", "Borage Honey"],
  ["heather", "Scottish Heather Honey"],
  ["heather honey", "Scottish Heather Honey"],
  ["lime", "London Lime Blossom Honey"],
  ["lime honey", "London Lime Blossom Honey"],
  ["london", "London Lime Blossom Honey"],
  ["comb", "Cut Comb Honey"],
  ["honeycomb", "Cut Comb Honey"],
  ["clover", "Soft Set Clover Honey"],
  ["acacia", "Organic Acacia Honey"],
  ["organic", "Organic Acacia Honey"],
  ["wildflower", "English Wildflower Honey"],
  ["hunny", "Borage Honey"],
  ["hony", "Borage Honey"],
  ["elder", "Elderberry Gummies"],
  ["elderberry", "Elderberry Gummies"],
  ["eldrberry", "Elderberry Gummies"],
  ["elderflower", "Elderflower Concentrate"],
  ["elderflower cordial", "Elderflower Concentrate"],
  ["cordial", "Beetroot Concentrate"],
  ["blackberry", "Blackberry & Apple Gummies"],
  ["bramble", "Blackberry & Apple Gummies"],
  ["apple", "Blackberry & Apple Gummies"],
  ["raspberry", "Raspberry & Rose Gummies"],
  ["rose", "Raspberry & Rose Gummies"],
  ["rosehip", "Rosehip Concentrate"],
  ["rhubarb", "Rhubarb & Custard Gummies"],
  ["custard", "Rhubarb & Custard Gummies"],
  ["bear", "Honey Bear Gummies"],
  ["teddy bears", "Honey Bear Gummies"],
  ["gelatine", "Elderberry Gummies"],
  ["gummys", "Blackberry & Apple Gummies"],
  ["sweets", "Blackberry & Apple Gummies"],
  ["sugar", "Coconut Blossom Sugar"],
  ["brown sugar", "Coconut Blossom Sugar"],
  ["muscovado", "Dark Muscovado Sugar"],
  ["demerara", "Demerara Sugar"],
  ["coconut", "Coconut Blossom Sugar"],
  ["date", "Date Sugar"],
  ["maple syrup", "Maple Sugar"],
  ["gur", "Jaggery Blocks"],
  ["sugar cubes", "Golden Cane Cubes"],
  ["cubes", "Golden Cane Cubes"],
  ["beet", "Beetroot Concentrate"],
  ["hibiscus", "Hibiscus Concentrate"],
  ["vanilla", "Vanilla Bean Concentrate"],
  ["toffee", "Dark Muscovado Sugar"],
  ["vegan", "Beetroot Concentrate"],
  ["vegan gummies", "Blackberry & Apple Gummies"],
  ["vegetarian honey", "Borage Honey"],
  ["no gelatine", "Beetroot Concentrate"],
  ["gelatine free gummies", "Blackberry & Apple Gummies"],
  ["nut free", "Beetroot Concentrate"],
  ["dairy-free gummies", "Blackberry & Apple Gummies"],
  ["340g", "Borage Honey"],
  ["honey 500 g", "Organic Acacia Honey"],
  ["BC-GUM-BEA", "Honey Bear Gummies"],
  ["bc-con-van-100", "Vanilla Bean Concentrate"],
])("a search for “%s” shows %s first", (search, first) => {
  expect(namesFor(search)[0]).toBe(first)
})

it.each(["halal", "kosher", "sugar free", "gluten-free gummies", "without alcohol", "vegan bear"])(
  "a search for “%s” finds nothing, rather than what does not suit",
  (search) => {
    expect(namesFor(search)).toEqual([])
  },
)

it("a search for a diet leaves out what does not suit it", () => {
  const vegan = namesFor("vegan")
  expect(vegan.length).toBeGreaterThan(10)
  for (const name of vegan) expect(name).not.toMatch(/Honey|Custard/)
  expect(namesFor("nut free")).not.toContain("Date Sugar")
  expect(namesFor("no sulphites")).not.toContain("Elderflower Concentrate")
})
