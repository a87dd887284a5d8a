import { Button, Heading, InlineTip, Text, toast } from "@medusajs/ui"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { fieldErrors } from "../components/ask"
import { TextField } from "../components/fields"
import { LoadError } from "../components/load-error"
import { Section } from "../components/section"
import { changesBetween, detailsQuery, saveDetails, type Details, type DetailsPage } from "./details"
import { FIELDS, HoursField, labelOf } from "./fields"

export function DetailsForm({ page }: { page: DetailsPage }) {
  const { t } = useTranslation("shop")
  const [draft, setDraft] = useState<Details>(page.details)
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: () => saveDetails(changesBetween(page.details, draft)),
    onSuccess: (saved) => {
      client.setQueryData(detailsQuery().queryKey, saved)
      setDraft(saved.details)
      toast.success(t("common.saved"), {
        description: t("business.savedText"),
      })
    },
  })
  const errors = fieldErrors(save.error)
  const isChanged = Object.keys(changesBetween(page.details, draft)).length > 0
  return (
    <Section title={t("business.title")} level="h1" description={t("business.lead")}>
      {page.demo.length > 0 && (
        <div className="px-6 py-4">
          <InlineTip variant="warning" label={t("business.demo")}>
            {t("business.demoText", { fields: page.demo.map((name) => labelOf(name, t)).join(", ") })}
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
        {FIELDS.map(({ group, fields }) => (
          <fieldset key={group} className="border-ui-border-base border-b px-6 py-4">
            <legend className="float-left mb-3 w-full">
              <Heading level="h2">{t(`business.groups.${group}`)}</Heading>
            </legend>
            <div className="clear-both grid gap-4 md:grid-cols-2">
              {fields.map(({ name, hint, ...field }) => (
                <TextField
                  key={name}
                  {...field}
                  hint={hint && t(hint)}
                  label={
                    <>
                      {labelOf(name, t)}
                      {!field.required && (
                        <span className="text-ui-fg-muted font-normal"> {t("business.optional")}</span>
                      )}
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
              {t("business.nothingSaved", { problems: [...errors.values()].join(" ") })}
            </Text>
          ) : (
            <LoadError what={t("business.notSaved")} of={save} />
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
            {t("business.undo")}
          </Button>
          <Button type="submit" size="small" isLoading={save.isPending} disabled={!isChanged}>
            {t("common.save")}
          </Button>
        </div>
      </form>
    </Section>
  )
}
