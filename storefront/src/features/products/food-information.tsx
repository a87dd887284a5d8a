import type { Food, Nutrition } from "@shop/contracts"
import { useId } from "react"
import { useBusinessDetails } from "../../lib/business-details"
import { Fact } from "../../ui/fact"
import { allergenStatement, FOOD_ANCHOR } from "./food-summary"

const ROWS: readonly (readonly [name: string, of: keyof Omit<Nutrition, "per">, isPart: boolean])[] = [
  ["Fat", "fat", false],
  ["of which saturates", "saturates", true],
  ["Carbohydrate", "carbohydrate", false],
  ["of which sugars", "sugars", true],
  ["Protein", "protein", false],
  ["Salt", "salt", false],
]

/** The food information required before a purchase (assimilated Regulation 1169/2011, articles 9, 14 and 21). */
export function FoodInformation({ food }: { food: Food }) {
  const { legalName, address } = useBusinessDetails()
  const operator = food.operator ?? { name: legalName, address }
  const headingId = useId()
  return (
    <section className="food-information" id={FOOD_ANCHOR} tabIndex={-1} aria-labelledby={headingId}>
      <h2 id={headingId}>Ingredients and nutrition</h2>
      <div className="food-information__parts">
        <dl className="food-information__text">
          <Fact name="Product">{food.legalName}</Fact>
          <Fact name="Ingredients">{food.ingredients && <Ingredients text={food.ingredients} />}</Fact>
          <Fact name="Allergens" className="food-information__allergens">
            {allergenStatement(food)}
          </Fact>
          <Fact name="Origin">{food.origin?.replace(/^Country of origin: /, "")}</Fact>
          <Fact name="Storage">{food.storage}</Fact>
          <Fact name="How to use">{food.instructions}</Fact>
          <Fact name="Best before">
            {food.shelfLifeMonths && `${food.shelfLifeMonths} months from packing; see the date on the pack`}
          </Fact>
          <Fact name="Certified">{food.certification}</Fact>
          <Fact name="Responsible food business">
            {operator.name}, {operator.address}
          </Fact>
        </dl>
        {food.nutrition && <NutritionTable table={food.nutrition} />}
      </div>
    </section>
  )
}

function Ingredients({ text }: { text: string }) {
  return markedParts(text).map(({ text, isMarked }, index) =>
    isMarked ? <strong key={index}>{text}</strong> : text,
  )
}

function NutritionTable({ table }: { table: Nutrition }) {
  return (
    <table className="nutrition">
      <caption>Nutrition</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">per {table.per}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">Energy</th>
          <td>
            {table.energyKj} kJ / {table.energyKcal} kcal
          </td>
        </tr>
        {ROWS.map(([name, of, isPart]) => (
          <tr key={of} className={isPart ? "nutrition__part" : undefined}>
            <th scope="row">{name}</th>
            <td>{table[of]} g</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A part of an ingredients list. Marked parts are allergens. */
export interface TextPart {
  text: string
  isMarked: boolean
}

/** Splits a text at its `**`: `"butter (**milk**)"` becomes `butter (`, marked `milk`, `)`. */
export const markedParts = (text: string): TextPart[] =>
  text
    .split("**")
    .map((piece, index) => ({ text: piece, isMarked: index % 2 === 1 }))
    .filter((piece) => piece.text !== "")
