import { Button, Container, Heading, InlineTip, Text, toast } from "@medusajs/ui"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { LoadError } from "../components/load-error"
import { DetailField } from "./detail-field"
import {
  changesBetween,
  detailsQuery,
  saveDetails,
  type FieldErrors,
  type Details,
  type DetailsPage,
} from "./details"
import { FIELDS } from "./fields"
import { HoursField } from "./hours-field"

const NO_COMPLAINTS: FieldErrors = new Map()

/** Who the shop is, to be edited; saved as a whole, of which only what differs is sent. */
export function DetailsForm({ page }: { page: DetailsPage }) {
  const [draft, setDraft] = useState<Details>(page.details)
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: () => saveDetails(changesBetween(page.details, draft)),
    onSuccess: (saved) => {
      if (!saved.ok) return
      client.setQueryData(detailsQuery().queryKey, saved.page)
      setDraft(saved.page.details)
      toast.success("Saved", { description: "The shop shows it within two seconds; mails from now on." })
    },
  })
  const complaints = save.data?.ok === false ? save.data.complaints : NO_COMPLAINTS
  const isChanged = Object.keys(changesBetween(page.details, draft)).length > 0
  return (
    <Container className="divide-y p-0">
      <div className="px-6 py-4">
        <Heading>Business details</Heading>
        <Text size="small" className="text-ui-fg-subtle">
          Who sells, as the law wants it told: in the foot of every page, on the contact and policy pages, in
          every mail and on receipts.
        </Text>
      </div>
      {page.demo && (
        <div className="px-6 py-4">
          <InlineTip variant="warning" label="Demonstration">
            Some of these are made up, and the shop says so. It will not start in production before they are
            real.
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
              {fields.map(({ name, ...field }) => (
                <DetailField
                  key={name}
                  id={name}
                  {...field}
                  value={draft[name] ?? ""}
                  complaint={complaints.get(name)}
                  onChange={(value) => setDraft({ ...draft, [name]: value })}
                />
              ))}
            </div>
          </fieldset>
        ))}
        <div className="border-ui-border-base border-b px-6 py-4">
          <HoursField
            hours={draft.hours}
            complaints={complaints}
            onChange={(hours) => setDraft({ ...draft, hours })}
          />
        </div>
        <div className="flex flex-wrap items-center justify-end gap-3 px-6 py-4">
          {complaints.size > 0 && (
            <Text size="small" role="alert" className="text-ui-fg-error">
              Nothing was saved: {[...complaints.values()].join(" ")}
            </Text>
          )}
          {save.error && <LoadError what="It was not saved" error={save.error} />}
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
    </Container>
  )
}
