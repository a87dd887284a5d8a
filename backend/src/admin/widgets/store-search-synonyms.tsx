import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { Button, toast } from "@medusajs/ui"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { LongTextField } from "../components/fields"
import { FormSection } from "../components/section"
import { LoadError } from "../components/load-error"
import { problemIn, saveSynonyms, synonymsOf, type Store } from "../search/synonyms"

const StoreSearchSynonyms = ({ data: store }: { data: Store }) => {
  const saved = synonymsOf(store)
  const [draft, setDraft] = useState(saved)
  const client = useQueryClient()
  const problem = problemIn(draft)
  const save = useMutation({
    mutationFn: () => saveSynonyms(store.id, draft),
    onSuccess: async () => {
      toast.success("Saved", { description: "The shop's search uses the synonyms within two seconds." })
      await client.invalidateQueries()
    },
  })
  return (
    <FormSection
      title="Search synonyms"
      description="Shoppers' words for what the shop calls something else. They are used when a search finds nothing. Typing mistakes are corrected without them."
      onSubmit={() => save.mutate()}
    >
      <LongTextField
        label="Synonyms, one line for each word of the shop"
        hint="Shoppers' words, separated by commas, an equals sign and the shop's word."
        placeholder="lollies, candy = sweets"
        rows={6}
        value={draft}
        error={problem}
        onText={setDraft}
      />
      <LoadError what="The synonyms could not be saved" of={save} />
      <div className="flex justify-end">
        <Button
          type="submit"
          size="small"
          isLoading={save.isPending}
          disabled={draft === saved || problem !== undefined}
        >
          Save
        </Button>
      </div>
    </FormSection>
  )
}

export const config = defineWidgetConfig({ zone: "store.details.after" })

export default StoreSearchSynonyms
