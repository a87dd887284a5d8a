import { loadCode } from "../lib/later"

/** Parsers of one file, by name. They are loaded when there is a network. Once they are loaded, they are waited for no more. */
const parsersOf = <Schemas extends object>(load: () => Promise<Schemas>) => {
  let loaded: Schemas | null = null
  return <Name extends keyof Schemas>(name: Name) =>
    async (): Promise<Schemas[Name]> =>
      (loaded ??= await loadCode(load))[name]
}

export const parserOf = parsersOf(() => import("./schemas"))

export const catalogueParserOf = parsersOf(() => import("./catalogue-schemas"))

export const lateParserOf = parsersOf(() => import("./late-schemas"))
