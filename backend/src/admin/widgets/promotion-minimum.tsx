import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { Button, toast } from "@medusajs/ui"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { TextField } from "../components/fields"
import { FormSection } from "../components/form-section"
import { LoadError } from "../components/load-error"
import { minimumQuery, problemIn, saveMinimum } from "../promotions/minimum"

/** The minimum order of a promotion, which Medusa's own page has no field for. */
const PromotionMinimum = ({ data: { id } }: { data: { id: string } }) => {
  const { data: saved, error, refetch } = useQuery(minimumQuery(id))
  const [typed, setTyped] = useState<string | null>(null)
  const client = useQueryClient()
  const draft = (typed ?? saved?.pounds ?? "").trim()
  const save = useMutation({
    mutationFn: () => saveMinimum(id, draft, saved?.ruleIds ?? []),
    onSuccess: async () => {
      toast.success("Saved", {
        description: draft === "" ? "The promotion has no minimum." : `For orders from £${draft}.`,
      })
      await client.invalidateQueries(minimumQuery(id))
      setTyped(null)
    },
  })
  return (
    <FormSection
      title="Minimum order"
      description="What the goods must cost before discounts. A shopper below it is told how much is missing."
      onSubmit={() => save.mutate()}
    >
      {error && (
        <LoadError what="The minimum could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      <TextField
        label="Pounds"
        hint="Empty: no minimum."
        inputMode="decimal"
        placeholder="20"
        disabled={!saved}
        value={typed ?? saved?.pounds ?? ""}
        error={problemIn(draft)}
        onText={setTyped}
      />
      {save.error && <LoadError what="The minimum could not be saved" error={save.error} />}
      <div className="flex justify-end">
        <Button
          type="submit"
          size="small"
          isLoading={save.isPending}
          disabled={!saved || draft === saved.pounds || problemIn(draft) !== undefined}
        >
          Save
        </Button>
      </div>
    </FormSection>
  )
}

export const config = defineWidgetConfig({ zone: "promotion.details.side.after" })

export default PromotionMinimum
