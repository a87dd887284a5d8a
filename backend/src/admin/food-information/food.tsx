import type { Allergen } from "@shop/contracts"
import { Field, LongTextField, TextField } from "../components/fields"
import { NUTRIENTS, type Draft, type TextField as TextName } from "./draft"
import { Choice, Group } from "./form-parts"
import { AllergenChecks, Check, IngredientsField } from "./ingredients"
import { markAllergen } from "./mark-allergen"

const PER = { "100 g": "per 100 g", "100 ml": "per 100 ml", exempt: "Exempt: no table" }

interface FoodProps {
  draft: Draft
  errors: ReadonlyMap<string, string>
  set: (change: Partial<Draft>) => void
  text: (name: TextName) => { value: string; error: string | undefined; onText: (value: string) => void }
}

export function Food({ draft, errors, set, text }: FoodProps) {
  const setAllergens = (allergens: readonly Allergen[]) => {
    const ticked = allergens.filter((one) => !draft.allergens.includes(one))
    const ingredients = ticked.reduce(markAllergen, draft.texts.ingredients)
    set({ allergens, isFree: false, texts: { ...draft.texts, ingredients } })
  }
  return (
    <>
      <Group title="The food" lead="Shown on the product page.">
        <TextField
          label="Name of the food"
          hint="The legal name, not the brand: “Strawberry jam”, “Fruit jellies”."
          {...text("legalName")}
        />
        <IngredientsField {...text("ingredients")} />
        <AllergenChecks
          legend="Contains"
          value={draft.allergens}
          disabled={draft.isFree}
          error={errors.get("facts.allergens")}
          onChange={setAllergens}
        >
          <Check
            label="None of the 14 allergens"
            isChecked={draft.isFree}
            onCheck={(isFree) => set({ isFree, allergens: [] })}
          />
        </AllergenChecks>
        <AllergenChecks
          legend="May contain traces of"
          value={draft.mayContain}
          onChange={(mayContain) => set({ mayContain })}
        />
      </Group>
      <Group
        title="Nutrition"
        lead="Fill in all fields. Exempt are, for instance, coffee, tea, herbs, spices, salt, raw single ingredients, and what you make yourself in small quantities (Regulation 1169/2011, Annex V)."
      >
        <Field label="Amounts" error={errors.get("facts.nutrition")}>
          {({ id }) => (
            <div className="max-w-48">
              <Choice id={id} value={draft.per} options={PER} onChoose={(per) => set({ per })} />
            </div>
          )}
        </Field>
        {draft.per !== "exempt" && (
          <div className="grid grid-cols-2 gap-4 md:grid-cols-4">
            {NUTRIENTS.map(([name, label]) => (
              <TextField
                key={name}
                label={label}
                inputMode="decimal"
                value={draft.nutrition[name]}
                error={errors.get(`facts.nutrition.${name}`)}
                onText={(value) => set({ nutrition: { ...draft.nutrition, [name]: value } })}
              />
            ))}
          </div>
        )}
      </Group>
      <Group title="Storage and use">
        <LongTextField label="Storage" rows={2} {...text("storage")} />
        <LongTextField label="How to use" rows={2} {...text("instructions")} />
        <div className="grid gap-4 md:grid-cols-2">
          <TextField label="Shelf life, months" inputMode="numeric" {...text("shelfLifeMonths")} />
          <TextField label="Origin" hint="Honey: its country of origin." {...text("origin")} />
        </div>
        <LongTextField
          label="Warnings"
          rows={2}
          hint="One per line. For honey: “Not suitable for infants under 12 months of age.”"
          value={draft.warnings}
          error={errors.get("facts.warnings")}
          onText={(warnings) => set({ warnings })}
        />
        <TextField label="Certified by" {...text("certification")} />
      </Group>
      <Group title="Responsible food business" lead="Leave both blank if it is this shop.">
        <div className="grid gap-4 md:grid-cols-2">
          <TextField label="Operator's name" {...text("operatorName")} />
          <TextField label="Operator's address" {...text("operatorAddress")} />
        </div>
      </Group>
    </>
  )
}
