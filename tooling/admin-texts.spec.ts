import { readFileSync } from "node:fs"
import path from "node:path"
import { expect, it } from "vitest"
import { z } from "zod"

const at = (file: string) => path.join(import.meta.dirname, "..", file)
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
const ours: unknown = await import(at("backend/src/admin/i18n/index.ts"))
const language = z.object({ translation: group })
const { en, enGB } = z.object({ default: z.object({ en: language, enGB: language }) }).parse(ours).default
const medusas = new Map(textsOf(JSON.parse(readFileSync(MEDUSAS, "utf8"))))
const namesIn = (text = "") => [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name).sort()

it("what is true here is said in both Englishes that staff can choose", () => {
  expect(enGB).toEqual(en)
})

it.each(textsOf(enGB.translation))("%s replaces a text that Medusa's admin has", (key, text) => {
  expect(medusas.has(key)).toBe(true)
  expect(text).not.toBe(medusas.get(key))
  expect(namesIn(text)).toEqual(namesIn(medusas.get(key)))
})
