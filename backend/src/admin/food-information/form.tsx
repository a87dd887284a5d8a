import { Button, FocusModal, Heading, Text, toast } from "@medusajs/ui"
import { productFactsSchema, type ProductFactsView } from "@shop/contracts/staff"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { ask, failureTitle, fieldErrors } from "../components/ask"
import { bodyOf, draftOf, factsPath, isVatChosen, type Draft, type TextField as TextName } from "./draft"
import { Food } from "./food"
import { SwitchField } from "./form-parts"
import { ShopListing, Tax } from "./shop-listing"
import { Sizes } from "./sizes"

interface FormProps {
  product: ProductFactsView
  isOpen: boolean
  onClose: () => void
}

export function FoodInformationForm({ product, isOpen, onClose }: FormProps) {
  const { t } = useTranslation("shop")
  const [draft, setDraft] = useState(() => draftOf(product))
  const client = useQueryClient()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (publish: boolean) =>
      ask(productFactsSchema, factsPath(product.id), {
        method: "POST",
        body: bodyOf(product, draft, publish),
      }),
    onSuccess: (saved) => {
      toast.success(saved.status === "published" ? t("food.form.savedPublished") : t("food.form.saved"))
      onClose()
      return client.invalidateQueries()
    },
    // The form names the rest at its head and at each field, which a phone's message would cover.
    onError: (failure) => toast.error(failureTitle(t("food.form.notSaved"), failure)),
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
                {t("food.form.lead")}
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
              {t("common.cancel")}
            </Button>
          </FocusModal.Close>
          {product.status !== "published" && (
            <Button variant="secondary" size="small" isLoading={isPending} onClick={() => mutate(true)}>
              {t("food.form.publish")}
            </Button>
          )}
          <Button size="small" isLoading={isPending} onClick={() => mutate(false)}>
            {t("common.save")}
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
  const { t } = useTranslation("shop")
  const set = (change: Partial<Draft>) => onChange({ ...draft, ...change })
  const text = (name: TextName) => ({
    value: draft.texts[name],
    error: errors.get(`facts.${name}`),
    onText: (value: string) => set({ texts: { ...draft.texts, [name]: value } }),
  })
  return (
    <>
      <SwitchField
        label={t("food.form.isFood")}
        hint={t("food.form.isFoodHint")}
        isOn={draft.isFood}
        onSwitch={(isFood) => set({ isFood, vat: isFood ? draft.vat : (draft.vat ?? "standard") })}
      />
      <Tax
        vat={draft.vat}
        error={errors.get("vat")}
        isRequired={draft.isFood && !isVatChosen(product)}
        onChoose={(vat) => set({ vat })}
      />
      <Sizes product={product} draft={draft} errors={errors} set={set} />
      <ShopListing draft={draft} errors={errors} set={set} />
      {draft.isFood && <Food {...{ draft, errors, set, text }} />}
    </>
  )
}
