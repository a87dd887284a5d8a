import { Button, FocusModal, Heading, Text, toast } from "@medusajs/ui"
import type { Allergen } from "@shop/contracts"
import { productFactsSchema, type ProductFactsView } from "@shop/contracts/staff"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { ask, fieldErrors, Rejection } from "../components/ask"
import { Field, LongTextField, TextField } from "../components/fields"
import {
  bodyOf,
  draftOf,
  factsPath,
  isVatChosen,
  NUTRIENTS,
  type Draft,
  type TextField as TextName,
} from "./draft"
import { Choice, Group } from "./form-parts"
import { AllergenChecks, Check, IngredientsField } from "./ingredients"
import { markAllergen } from "./mark-allergen"
import { ShopListing, Tax } from "./shop-listing"

const PER = { "100 g": "per 100 g", "100 ml": "per 100 ml", exempt: "Exempt: no table" }

interface FormProps {
  product: ProductFactsView
  isOpen: boolean
  onClose: () => void
}

export function FoodInformationForm({ product, isOpen, onClose }: FormProps) {
  const [draft, setDraft] = useState(() => draftOf(product))
  const isVatRequired = !isVatChosen(product)
  const client = useQueryClient()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (publish: boolean) => {
      if (publish && isVatRequired && draft.vat === null)
        throw new Rejection("This product has no VAT rate yet.", new Map([["vat", "Choose the VAT rate."]]))
      return ask(productFactsSchema, factsPath(product.id), {
        method: "POST",
        body: bodyOf(draft, publish),
      })
    },
    onSuccess: (saved) => {
      toast.success(
        saved.status === "published" ? "Saved. Visible in the shop within two seconds." : "Saved.",
      )
      onClose()
      return client.invalidateQueries()
    },
    onError: (failure) => toast.error(failure.message),
  })
  const errors = fieldErrors(error)
  const close = (open: boolean) => {
    if (open) return
    reset()
    onClose()
  }

  return (
    <FocusModal open={isOpen} onOpenChange={close}>
      <FocusModal.Content>
        <FocusModal.Header />
        <FocusModal.Body className="overflow-y-auto">
          <div className="mx-auto flex max-w-3xl flex-col gap-y-8 px-6 py-10">
            <div>
              <FocusModal.Title asChild>
                <Heading>{product.title}</Heading>
              </FocusModal.Title>
              <FocusModal.Description className="text-ui-fg-subtle txt-small">
                What customers read about it, and its VAT rate.
              </FocusModal.Description>
            </div>
            {error && (
              <div role="alert" className="bg-ui-tag-red-bg text-ui-tag-red-text rounded-lg p-4">
                <Text size="small" weight="plus">
                  {error.message}
                </Text>
              </div>
            )}
            <Fields draft={draft} errors={errors} product={product} onChange={setDraft} />
          </div>
        </FocusModal.Body>
        <FocusModal.Footer>
          <FocusModal.Close asChild>
            <Button variant="secondary" size="small">
              Cancel
            </Button>
          </FocusModal.Close>
          {product.status !== "published" && (
            <Button variant="secondary" size="small" isLoading={isPending} onClick={() => mutate(true)}>
              Save and put on sale
            </Button>
          )}
          <Button size="small" isLoading={isPending} onClick={() => mutate(false)}>
            Save
          </Button>
        </FocusModal.Footer>
      </FocusModal.Content>
    </FocusModal>
  )
}

interface FieldsProps {
  product: ProductFactsView
  draft: Draft
  errors: ReadonlyMap<string, string>
  onChange: (draft: Draft) => void
}

function Fields({ product, draft, errors, onChange }: FieldsProps) {
  const set = (change: Partial<Draft>) => onChange({ ...draft, ...change })
  const text = (name: TextName) => ({
    value: draft.texts[name],
    error: errors.get(`facts.${name}`),
    onText: (value: string) => set({ texts: { ...draft.texts, [name]: value } }),
  })
  const setAllergens = (allergens: readonly Allergen[]) => {
    const ticked = allergens.filter((one) => !draft.allergens.includes(one))
    const ingredients = ticked.reduce(markAllergen, draft.texts.ingredients)
    set({ allergens, isFree: false, texts: { ...draft.texts, ingredients } })
  }
  return (
    <>
      <Tax
        vat={draft.vat}
        error={errors.get("vat")}
        isRequired={!isVatChosen(product)}
        onChoose={(vat) => set({ vat })}
      />
      <ShopListing product={product} draft={draft} errors={errors} set={set} />
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
