import { allergenWords } from "@shop/contracts/staff"
import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { gzipSync } from "node:zlib"
import { describe, expect, test } from "vitest"
import {
  foodFactsSchema,
  markedWords,
  missingFacts,
  netQuantityIn,
  withoutExplanations,
} from "../../../modules/food-information"
import { factsOfProduct } from "../food-facts"
import { idsOf, likeness, unsafeParts } from "./drawing-safety"
import { imagesDirectory, readCatalogue } from "./read-catalogue"
import { catalogueSchema, isFood } from "./schema"

/** The specification defines these four. */
const CATEGORY_SLUGS = ["gummies", "honey", "natural-sugars", "plant-concentrates"]

const { categories, products: goods } = readCatalogue()
const products = goods.filter(isFood)
const directory = imagesDirectory()
const servings = products.flatMap(({ slug, serving }) =>
  serving ? [{ slug: `${slug}-serving`, image: serving.image }] : [],
)
const everything = [...categories, ...products, ...servings]
const drawings = everything.map(({ slug, image }) => ({
  slug,
  image,
  svg: readFileSync(path.join(directory, image), "utf8"),
}))

/** Words of health and nutrition claims that need an authorisation (retained Regulation 1924/2006). */
const CLAIMS =
  /\b(health|healthy|immun\w*|vitamin\w*|antioxidant\w*|detox\w*|superfood|boosts?|cures?|heals?|remed\w+|source of|low in|high in|no added|sugar[- ]free|probiotic|anti-inflammatory|digest\w*)\b/i

const duplicates = (values: string[]) => values.filter((value, index) => values.indexOf(value) !== index)

describe("the catalogue", () => {
  test("has the four categories of the specification, in order", () => {
    expect(categories.map(({ slug }) => slug)).toEqual([...CATEGORY_SLUGS])
    expect(categories.map(({ name }) => name)).toEqual([
      "Gummies",
      "Honey",
      "Natural Sugars",
      "Plant Concentrates",
    ])
  })

  test.each(CATEGORY_SLUGS)("has six or more products in %s", (slug) => {
    expect(products.filter(({ category }) => category === slug).length).toBeGreaterThanOrEqual(6)
  })

  test("gives every product a unique slug, stock-keeping unit, name and drawing", () => {
    expect(duplicates(products.map(({ slug }) => slug))).toEqual([])
    expect(duplicates(products.map(({ sku }) => sku))).toEqual([])
    expect(duplicates(products.map(({ name }) => name))).toEqual([])
    expect(duplicates(everything.map(({ image }) => image))).toEqual([])
  })

  test("features four to six products, from every category", () => {
    const featured = products.filter((product) => product.featured)
    expect(featured.length).toBeGreaterThanOrEqual(4)
    expect(featured.length).toBeLessThanOrEqual(6)
    expect(new Set(featured.map(({ category }) => category)).size).toBe(CATEGORY_SLUGS.length)
    expect(featured.every(({ stock }) => stock > 0)).toBe(true)
  })

  test("wears badges sparingly: the three known ones, at least one other, most products none", () => {
    const badges = new Set(products.flatMap(({ badge }) => badge ?? []))
    for (const badge of ["Best Seller", "Organic", "Natural"]) expect(badges).toContain(badge)
    expect(badges.size).toBeGreaterThanOrEqual(4)
    expect(products.filter(({ badge }) => badge === null).length).toBeGreaterThanOrEqual(products.length / 2)
  })

  test("has one product sold out and one or two low in stock", () => {
    expect(products.filter(({ stock }) => stock === 0)).toHaveLength(1)
    const low = products.filter(({ stock }) => stock > 0 && stock <= 5)
    expect(low.length).toBeGreaterThanOrEqual(1)
    expect(low.length).toBeLessThanOrEqual(2)
  })

  test("refuses a price with a fraction of a penny and an unknown field", () => {
    const [first] = products
    expect(catalogueSchema.safeParse({ categories, products: [{ ...first, price: 595.5 }] }).success).toBe(
      false,
    )
    expect(catalogueSchema.safeParse({ categories, products: [{ ...first, colour: "red" }] }).success).toBe(
      false,
    )
  })
})

describe.each(products)("$slug", (product) => {
  test("says its net quantity in the weight text, and weighs more than that in the parcel", () => {
    expect(product.weight).toBe(`${product.netQuantity.value} ${product.netQuantity.unit}`)
    expect(product.grams).toBeGreaterThan(product.netQuantity.value)
  })

  test("describes itself in two or three sentences, without a claim that needs an authorisation", () => {
    const sentences = product.description.match(/[^.!?]+[.!?]+(?:\s|$)/g) ?? []
    expect(sentences.length).toBeGreaterThanOrEqual(2)
    expect(sentences.length).toBeLessThanOrEqual(3)
    expect(`${product.name} ${product.description}`).not.toMatch(CLAIMS)
  })

  test("marks every allergen among its ingredients, and nothing else", () => {
    const marked = markedWords(product.ingredients)
    const unmarked = withoutExplanations(product.ingredients)
    expect(allergenWords(unmarked)).toEqual([])
    for (const word of marked) expect(allergenWords(word)).not.toEqual([])
    expect(unmarked).not.toContain("*")
  })

  test("says everything that a food must say before it is sold, without a contradiction", () => {
    const facts = foodFactsSchema.parse(factsOfProduct(product))
    const netQuantity = netQuantityIn(product.weight)
    expect(netQuantity).toEqual(product.netQuantity)
    expect(missingFacts(facts, [{ id: "only", weight: product.weight, netQuantity }])).toEqual([])
  })

  test("has a nutrition table, unless it is exempt, whose energy follows from its parts", () => {
    if (product.nutrition === "exempt") return
    const { per, energyKj, energyKcal, fat, saturates, carbohydrate, sugars, protein } = product.nutrition
    expect(per).toBe(product.netQuantity.unit === "ml" ? "100 ml" : "100 g")
    expect(saturates).toBeLessThanOrEqual(fat)
    expect(sugars).toBeLessThanOrEqual(carbohydrate)
    // 4 kcal a gram of carbohydrate and protein, 9 of fat; fibre, acids and rounding explain the rest.
    const calculated = 4 * carbohydrate + 4 * protein + 9 * fat
    expect(Math.abs(calculated - energyKcal) / energyKcal).toBeLessThan(0.07)
    expect(energyKj / energyKcal).toBeGreaterThan(4.17)
    expect(energyKj / energyKcal).toBeLessThan(4.32)
  })
})

describe("the law", () => {
  test("honey names its country of origin", () => {
    const silent = products.filter(
      ({ category, origin }) => category === "honey" && !origin.startsWith("Country of origin: "),
    )
    expect(silent.map(({ slug }) => slug)).toEqual([])
  })

  test("honey, and whatever holds honey, warns for infants", () => {
    const withHoney = products.filter(({ ingredients }) => /\bhoney\b/i.test(ingredients))
    expect(withHoney.length).toBeGreaterThanOrEqual(7)
    for (const { slug, warnings } of withHoney)
      expect(warnings.join(" "), slug).toMatch(/infants under 12 months/)
  })

  test("confectionery and drinks carry VAT at the standard rate; honey and sugar none", () => {
    const rates = (slug: string) =>
      new Set(products.filter(({ category }) => category === slug).map(({ vat }) => vat))
    expect([...rates("gummies")]).toEqual(["standard"])
    expect([...rates("honey")]).toEqual(["zero"])
    expect([...rates("natural-sugars")]).toEqual(["zero"])
    for (const { slug, legalName, vat } of products.filter(
      ({ category }) => category === "plant-concentrates",
    ))
      expect(vat, slug).toBe(legalName.includes("for dilution") ? "standard" : "zero")
  })

  test("'Organic' is said only with a control body's code", () => {
    for (const { slug, name, badge, certification } of products)
      expect(certification !== null, slug).toBe(badge === "Organic" || /organic/i.test(name))
  })
})

describe("the drawings", () => {
  test("are exactly the catalogue's: none missing, none left over", () => {
    expect(readdirSync(directory).sort()).toEqual(everything.map(({ image }) => image).sort())
  })

  test.each(drawings)("$image is a small, safe and titled SVG", ({ svg }) => {
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^>]* viewBox="0 0 800 800"/)
    expect(svg).toMatch(/<title[^>]*>[^<]+<\/title>/)
    expect(unsafeParts(svg)).toEqual([])
    expect(Buffer.byteLength(svg)).toBeLessThanOrEqual(18 * 1024)
    expect(gzipSync(svg).byteLength).toBeLessThanOrEqual(6 * 1024)
  })

  test("point only at ids of their own, and share none, so that two can stand inline on one page", () => {
    const all = drawings.map(({ svg }) => idsOf(svg))
    for (const { defined, used } of all) for (const id of used) expect(defined).toContain(id)
    expect(duplicates(all.flatMap(({ defined }) => defined))).toEqual([])
  })

  test("are no two alike", () => {
    const alike = drawings.flatMap((left, index) =>
      drawings
        .slice(index + 1)
        .map((right) => ({ pair: `${left.slug} and ${right.slug}`, share: likeness(left.svg, right.svg) }))
        .filter(({ share }) => share > 0.35),
    )
    expect(alike).toEqual([])
  })

  test("a drawing with a script, a handler or a foreign address would be refused", () => {
    expect(unsafeParts("<svg><script>1</script></svg>")).toEqual(["a script"])
    expect(unsafeParts('<svg onload="1"/>')).toEqual(["an event handler"])
    expect(unsafeParts('<svg><use href="https://example.org/a#b"/></svg>')).toEqual([
      "a reference to somewhere else",
    ])
    expect(unsafeParts('<svg><path fill="url(https://example.org/a)"/></svg>')).toEqual([
      "a paint from somewhere else",
    ])
    expect(unsafeParts('<svg><use href="#a"/><g clip-path="url(#b)"/></svg>')).toEqual([])
  })

  test("a copied drawing would be noticed", () => {
    const [first] = drawings
    const recoloured = first?.svg.replaceAll("#", "#0") ?? ""
    expect(likeness(first?.svg ?? "", recoloured)).toBeGreaterThan(0.9)
  })
})

describe("the catalogue of another brand", () => {
  test("is empty where the brand has no categories", () => {
    expect(readCatalogue("/nowhere/at/all")).toEqual({ categories: [], products: [] })
  })

  test("has products without food information, if they say that they are not food", () => {
    const cup = {
      slug: "cup",
      sku: "CUP-1",
      name: "Cup",
      category: "gummies",
      description: "A cup.",
      price: 900,
      weight: "1 cup",
      grams: 300,
      stock: 5,
      badge: null,
      featured: false,
      vat: "standard",
      image: "cup.svg",
      imageAlt: "A cup.",
    }
    const food = catalogueSchema.safeParse({ categories, products: [cup] })
    expect(food.error?.message).toContain("A food needs its net quantity")
    const parsed = catalogueSchema.parse({ categories, products: [{ ...cup, nonFood: true }] })
    expect(parsed.products.map(isFood)).toEqual([false])
    const lost = { ...cup, nonFood: true, category: "cups" }
    expect(catalogueSchema.safeParse({ categories, products: [lost] }).success).toBe(false)
  })
})
