import { type Diet, dietsIn, type Product } from "@shop/contracts"
import { useSyncExternalStore } from "react"
import { createListeners } from "./listeners"
import { readStored, store } from "./storage"

const KEY = "shop:diets"
const listeners = createListeners()
const read = () => readStored("localStorage", KEY) ?? ""

/** The diets that this device keeps, because the shopper asked for it; none on the server. */
export const useRememberedDiets = (): Diet[] =>
  dietsIn(useSyncExternalStore(listeners.subscribe, read, () => ""))

/** Whether what the server rendered may not suit this device. */
export const hasRememberedDiets = (): boolean => read() !== ""

/** None: forgets them. */
export function rememberDiets(diets: readonly Diet[]): void {
  store("localStorage", KEY, diets.length > 0 ? diets.join(" ") : null)
  listeners.notify()
}

/** Without food information a product suits no diet. */
export const suits = ({ foodSummary }: Product, diets: readonly Diet[]): boolean =>
  diets.every((diet) => foodSummary?.diets?.includes(diet))

/** What the first says of a food already includes the others. */
const INCLUDED: Partial<Record<Diet, readonly Diet[]>> = {
  vegan: ["vegetarian", "no-gelatine", "no-milk"],
  vegetarian: ["no-gelatine"],
}

/** Only what no other of them says already: a vegan food is also without milk. */
export const mainDiets = (diets: readonly Diet[]): Diet[] =>
  diets.filter((diet) => !diets.some((other) => INCLUDED[other]?.includes(diet)))
