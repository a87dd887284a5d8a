import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import ts from "typescript"
import { describe, expect, it } from "vitest"
import { z } from "zod"

const at = (file: string) => path.join(import.meta.dirname, "..", file)
const ADMIN = "backend/src/admin"
const MEDUSAS = at("node_modules/@medusajs/dashboard/src/i18n/translations/enGB.json")

const group = z.record(z.string(), z.unknown())

/** The texts below a key, by their whole key. */
function textsOf(node: unknown, key = ""): [key: string, text: string][] {
  if (typeof node === "string") return [[key, node]]
  return Object.entries(group.parse(node)).flatMap(([name, below]) =>
    textsOf(below, key === "" ? name : `${key}.${name}`),
  )
}

// By its path: the admin's code is no part of this project for the compiler.
const ours: unknown = await import(at(path.join(ADMIN, "i18n/index.ts")))
const language = z.object({ translation: group, shop: group })
const { en, enGB } = z.object({ default: z.object({ en: language, enGB: language }) }).parse(ours).default
const medusas = new Map(textsOf(JSON.parse(readFileSync(MEDUSAS, "utf8"))))
const namesIn = (text = "") => [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name = ""]) => name).sort()

it("what is true here is said in both Englishes that staff can choose", () => {
  expect(enGB).toEqual(en)
})

it.each(textsOf(enGB.translation))("%s replaces a text that Medusa's admin has", (key, text) => {
  expect(medusas.has(key)).toBe(true)
  expect(text).not.toBe(medusas.get(key))
  expect(namesIn(text)).toEqual(namesIn(medusas.get(key)))
})

/** A text of ours where the code asks for it: its key, with `*` for what is known at runtime only, and the values given. */
interface Use {
  where: string
  key: RegExp
  /** Null: not written there one by one. */
  values: readonly string[] | null
}

/** A count chooses between `…_zero`, `…_one` and `…_other`. */
const singular = (key: string) => key.replace(/_(zero|one|other)$/, "")
const texts = textsOf(enGB.shop)
const AREAS = new Set(Object.keys(enGB.shop))

function keyIn(node: ts.Node): RegExp | undefined {
  const pieces = ts.isStringLiteralLike(node)
    ? [node.text]
    : ts.isTemplateExpression(node)
      ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
      : [""]
  const [area = "", ...below] = (pieces[0] ?? "").split(".")
  if (!AREAS.has(area) || below.length === 0) return undefined
  return new RegExp(`^${pieces.map((piece) => piece.replaceAll(".", "\\.")).join("[\\w-]+")}$`)
}

/** The values of `t(key, { … })`, or of `<Trans i18nKey count values={{ … }}>`. */
function valuesBeside(key: ts.Node): readonly string[] | null {
  const { parent } = key
  const named = (node: ts.Node | undefined) =>
    node && ts.isObjectLiteralExpression(node)
      ? node.properties.map((property) => property.name?.getText() ?? "...")
      : []
  if (ts.isCallExpression(parent)) return named(parent.arguments[1])
  if (!ts.isJsxAttribute(parent) || parent.name.getText() !== "i18nKey") return null
  return parent.parent.properties.filter(ts.isJsxAttribute).flatMap(({ name, initializer }) => {
    if (name.getText() === "count") return ["count"]
    const given = initializer && ts.isJsxExpression(initializer) ? initializer.expression : undefined
    return name.getText() === "values" ? named(given) : []
  })
}

const codeOf = (file: string) => readFileSync(at(file), "utf8")

function usesIn(file: string): Use[] {
  const source = ts.createSourceFile(file, codeOf(file), ts.ScriptTarget.Latest, true)
  const uses: Use[] = []
  const visit = (node: ts.Node): void => {
    // Medusa's own names: "order.details.before".
    if (ts.isCallExpression(node) && node.expression.getText() === "defineWidgetConfig") return
    const key = keyIn(node)
    if (key) {
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1
      uses.push({ where: `${file}:${line} ${node.getText()}`, key, values: valuesBeside(node) })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return uses
}

const files = readdirSync(at(ADMIN), { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !/^i18n\/|\.spec\.ts$/.test(file))
  .map((file) => path.join(ADMIN, file))
const uses = files.flatMap(usesIn)

function isAnswered({ key, values }: Use): boolean {
  const found = texts.filter(([name]) => key.test(singular(name)))
  if (found.length === 0) return false
  if (values === null || values.includes("...")) return true
  const names = new Set(found.flatMap(([, text]) => namesIn(text)))
  const given = new Set(values.filter((name) => name !== "ns"))
  return names.size === given.size && [...names].every((name) => given.has(name))
}

describe("our own texts", () => {
  it("exist wherever the code asks for one, and get the values that they name", () => {
    expect(uses.length).toBeGreaterThan(300)
    expect(uses.filter((use) => !isAnswered(use)).map(({ where }) => where)).toEqual([])
  })

  it("are all shown somewhere", () => {
    const isShown = (name: string) => uses.some(({ key }) => key.test(singular(name)))
    expect(texts.map(([name]) => name).filter((name) => !isShown(name))).toEqual([])
  })

  it("have a plural where they depend on a count", () => {
    const names = new Set(texts.map(([name]) => name))
    const counted = [...names].filter((name) => name !== singular(name))
    expect(counted.filter((name) => !names.has(`${singular(name)}_other`))).toEqual([])
  })

  it.each(files.filter((file) => codeOf(file).includes("defineRouteConfig({")))(
    "name %s in Medusa's menu",
    (file) => {
      expect(codeOf(file)).toMatch(/label: "[\w.]+",\s+translationNs: "shop"/)
    },
  )
})
