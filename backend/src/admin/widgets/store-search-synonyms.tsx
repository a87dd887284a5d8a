import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { Button, toast } from "@medusajs/ui"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { LongTextField } from "../components/fields"
import { FormSection } from "../components/section"
import { LoadError } from "../components/load-error"
import { problemIn, saveSynonyms, synonymsOf, type Store } from "../search/synonyms"

const StoreSearchSynonyms = ({ data: store }: { data: Store }) => {
  const { t } = useTranslation("shop")
  const saved = synonymsOf(store)
  const [draft, setDraft] = useState(saved)
  const client = useQueryClient()
  const problem = problemIn(draft, t)
  const save = useMutation({
    mutationFn: () => saveSynonyms(store.id, draft),
    onSuccess: async () => {
      toast.success(t("common.saved"), { description: t("store.synonyms.saved") })
      await client.invalidateQueries()
    },
  })
  return (
    <FormSection
      title={t("store.synonyms.title")}
      description={t("store.synonyms.text")}
      onSubmit={() => save.mutate()}
    >
      <LongTextField
        label={t("store.synonyms.label")}
        hint={t("store.synonyms.hint")}
        placeholder={t("store.synonyms.example")}
        rows={6}
        value={draft}
        error={problem}
        onText={setDraft}
      />
      <LoadError what={t("store.synonyms.notSaved")} of={save} />
      <div className="flex justify-end">
        <Button
          type="submit"
          size="small"
          isLoading={save.isPending}
          disabled={draft === saved || problem !== undefined}
        >
          {t("common.save")}
        </Button>
      </div>
    </FormSection>
  )
}

export const config = defineWidgetConfig({ zone: "store.details.after" })

export default StoreSearchSynonyms
