import type { Allergen } from "@shop/contracts"
import { useTranslation } from "react-i18next"
import { Field, LongTextField, TextField } from "../components/fields"
import { NUTRIENTS, type Draft, type TextField as TextName } from "./draft"
import { Choice, Group } from "./form-parts"
import { AllergenChecks, Check, IngredientsField } from "./ingredients"
import { markAllergen } from "./mark-allergen"

interface FoodProps {
  draft: Draft
  errors: ReadonlyMap<string, string>
  set: (change: Partial<Draft>) => void
  text: (name: TextName) => { value: string; error: string | undefined; onText: (value: string) => void }
}

export function Food({ draft, errors, set, text }: FoodProps) {
  const { t } = useTranslation("shop")
  const setAllergens = (allergens: readonly Allergen[]) => {
    const ticked = allergens.filter((one) => !draft.allergens.includes(one))
    const ingredients = ticked.reduce(markAllergen, draft.texts.ingredients)
    set({ allergens, isFree: false, texts: { ...draft.texts, ingredients } })
  }
  return (
    <>
      <Group title={t("food.facts.title")} lead={t("food.facts.lead")}>
        <TextField label={t("food.facts.name")} hint={t("food.facts.nameHint")} {...text("legalName")} />
        <IngredientsField {...text("ingredients")} />
        <AllergenChecks
          legend={t("food.facts.contains")}
          value={draft.allergens}
          disabled={draft.isFree}
          error={errors.get("facts.allergens")}
          onChange={setAllergens}
        >
          <Check
            label={t("food.facts.noAllergens")}
            isChecked={draft.isFree}
            onCheck={(isFree) => set({ isFree, allergens: [] })}
          />
        </AllergenChecks>
        <AllergenChecks
          legend={t("food.facts.traces")}
          value={draft.mayContain}
          onChange={(mayContain) => set({ mayContain })}
        />
      </Group>
      <Group title={t("food.nutrition.title")} lead={t("food.nutrition.lead")}>
        <Field label={t("food.nutrition.amounts")} error={errors.get("facts.nutrition")}>
          {({ id }) => (
            <div className="max-w-48">
              <Choice
                id={id}
                value={draft.per}
                options={{
                  "100 g": t("food.nutrition.per", { amount: "100 g" }),
                  "100 ml": t("food.nutrition.per", { amount: "100 ml" }),
                  exempt: t("food.nutrition.exempt"),
                }}
                onChoose={(per) => set({ per })}
              />
            </div>
          )}
        </Field>
        {draft.per !== "exempt" && (
          <div className="grid grid-cols-2 gap-4 md:grid-cols-4">
            {NUTRIENTS.map((name) => (
              <TextField
                key={name}
                label={t(`food.nutrition.nutrients.${name}`)}
                inputMode="decimal"
                value={draft.nutrition[name]}
                error={errors.get(`facts.nutrition.${name}`)}
                onText={(value) => set({ nutrition: { ...draft.nutrition, [name]: value } })}
              />
            ))}
          </div>
        )}
      </Group>
      <Group title={t("food.use.title")}>
        <LongTextField label={t("food.use.storage")} rows={2} {...text("storage")} />
        <LongTextField label={t("food.use.instructions")} rows={2} {...text("instructions")} />
        <div className="grid gap-4 md:grid-cols-2">
          <TextField label={t("food.use.shelfLife")} inputMode="numeric" {...text("shelfLifeMonths")} />
          <TextField label={t("food.use.origin")} hint={t("food.use.originHint")} {...text("origin")} />
        </div>
        <LongTextField
          label={t("food.use.warnings")}
          rows={2}
          hint={t("food.use.warningsHint")}
          value={draft.warnings}
          error={errors.get("facts.warnings")}
          onText={(warnings) => set({ warnings })}
        />
        <TextField label={t("food.use.certifiedBy")} {...text("certification")} />
      </Group>
      <Group title={t("food.operator.title")} lead={t("food.operator.lead")}>
        <div className="grid gap-4 md:grid-cols-2">
          <TextField label={t("food.operator.name")} {...text("operatorName")} />
          <TextField label={t("food.operator.address")} {...text("operatorAddress")} />
        </div>
      </Group>
    </>
  )
}
