import { Button, Heading, InlineTip, Text, toast } from "@medusajs/ui"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { fieldErrors } from "../components/ask"
import { TextField } from "../components/fields"
import { LoadError } from "../components/load-error"
import { Section } from "../components/section"
import { changesBetween, detailsQuery, saveDetails, type Details, type DetailsPage } from "./details"
import { FIELDS, HoursField, labelOf } from "./fields"

export function DetailsForm({ page }: { page: DetailsPage }) {
  const [draft, setDraft] = useState<Details>(page.details)
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: () => saveDetails(changesBetween(page.details, draft)),
    onSuccess: (saved) => {
      client.setQueryData(detailsQuery().queryKey, saved)
      setDraft(saved.details)
      toast.success("Saved", {
        description: "Visible in the shop within two seconds, and in emails from now on.",
      })
    },
  })
  const errors = fieldErrors(save.error)
  const isChanged = Object.keys(changesBetween(page.details, draft)).length > 0
  return (
    <Section
      title="Business details"
      level="h1"
      description="The legally required details of the seller. They appear in the footer of every page, on the contact and policy pages, in emails and on receipts."
    >
      {page.demo.length > 0 && (
        <div className="px-6 py-4">
          <InlineTip variant="warning" label="Demonstration">
            Demo values: {page.demo.map(labelOf).join(", ")}. The shop shows them as such. A production shop
            does not start with demo values.
          </InlineTip>
        </div>
      )}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        {FIELDS.map(({ heading, fields }) => (
          <fieldset key={heading} className="border-ui-border-base border-b px-6 py-4">
            <legend className="float-left mb-3 w-full">
              <Heading level="h2">{heading}</Heading>
            </legend>
            <div className="clear-both grid gap-4 md:grid-cols-2">
              {fields.map(({ name, label, ...field }) => (
                <TextField
                  key={name}
                  {...field}
                  label={
                    <>
                      {label}
                      {!field.required && <span className="text-ui-fg-muted font-normal"> (optional)</span>}
                    </>
                  }
                  value={draft[name] ?? ""}
                  error={errors.get(name)}
                  onText={(value) => setDraft({ ...draft, [name]: value })}
                />
              ))}
            </div>
          </fieldset>
        ))}
        <div className="border-ui-border-base border-b px-6 py-4">
          <HoursField
            hours={draft.hours}
            errors={errors}
            onChange={(hours) => setDraft({ ...draft, hours })}
          />
        </div>
        <div className="flex flex-wrap items-center justify-end gap-3 px-6 py-4">
          {errors.size > 0 ? (
            <Text size="small" role="alert" className="text-ui-fg-error">
              Nothing was saved: {[...errors.values()].join(" ")}
            </Text>
          ) : (
            <LoadError what="The changes could not be saved" of={save} />
          )}
          <Button
            type="button"
            size="small"
            variant="secondary"
            disabled={!isChanged}
            onClick={() => {
              setDraft(page.details)
              save.reset()
            }}
          >
            Undo changes
          </Button>
          <Button type="submit" size="small" isLoading={save.isPending} disabled={!isChanged}>
            Save
          </Button>
        </div>
      </form>
    </Section>
  )
}
