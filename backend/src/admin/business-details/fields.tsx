import { Button, Heading, Hint, Input } from "@medusajs/ui"
import type { TFunction } from "i18next"
import { useTranslation } from "react-i18next"
import { business } from "../i18n/business"
import type { Details } from "./details"

interface Field {
  name: Exclude<keyof Details, "hours">
  hint?: `business.hints.${keyof typeof business.hints}`
  type?: "text" | "email" | "tel" | "url"
  required?: boolean
}

export const FIELDS: readonly { group: keyof typeof business.groups; fields: readonly Field[] }[] = [
  {
    group: "business",
    fields: [
      { name: "name", hint: "business.hints.name", required: true },
      { name: "legalName", hint: "business.hints.legalName", required: true },
      { name: "address", hint: "business.hints.address", required: true },
      { name: "companyNumber", hint: "business.hints.companyNumber" },
      { name: "registeredIn", hint: "business.hints.registeredIn" },
      { name: "vatNumber", hint: "business.hints.vatNumber" },
    ],
  },
  {
    group: "contact",
    fields: [
      { name: "email", hint: "business.hints.email", type: "email", required: true },
      { name: "phone", type: "tel", required: true },
      { name: "instagram", type: "url" },
      { name: "facebook", type: "url" },
      { name: "x", type: "url" },
    ],
  },
]

const isField = (name: string): name is keyof Details => Object.hasOwn(business.fields, name)

export const labelOf = (name: string, t: TFunction<"shop">) =>
  isField(name) ? t(`business.fields.${name}`) : name

interface HoursFieldProps {
  hours: Details["hours"]
  errors: ReadonlyMap<string, string>
  onChange: (hours: Details["hours"]) => void
}
const MAX_LINES = 7

export function HoursField({ hours, errors, onChange }: HoursFieldProps) {
  const { t } = useTranslation("shop")
  const set = (index: number, change: Partial<Details["hours"][number]>) =>
    onChange(hours.map((line, at) => (at === index ? { ...line, ...change } : line)))
  return (
    <fieldset className="flex flex-col gap-y-2">
      <legend className="mb-2">
        <Heading level="h2">{t("business.fields.hours")}</Heading>
      </legend>
      {hours.map((line, index) => {
        const error = errors.get(`hours.${index}.days`) ?? errors.get(`hours.${index}.hours`)
        return (
          <div key={index} className="grid grid-cols-[1fr_1fr_auto] items-center gap-2 md:max-w-xl">
            <Input
              aria-label={t("business.hours.days", { line: index + 1 })}
              placeholder={t("business.hours.daysExample")}
              value={line.days}
              onChange={(event) => set(index, { days: event.target.value })}
            />
            <Input
              aria-label={t("business.hours.hours", { line: index + 1 })}
              placeholder={t("business.hours.hoursExample")}
              value={line.hours}
              onChange={(event) => set(index, { hours: event.target.value })}
            />
            <Button
              type="button"
              size="small"
              variant="transparent"
              aria-label={t("business.hours.remove", { line: index + 1 })}
              onClick={() => onChange(hours.filter((_, at) => at !== index))}
            >
              {t("common.remove")}
            </Button>
            {error && (
              <Hint variant="error" className="col-span-full">
                {error}
              </Hint>
            )}
          </div>
        )
      })}
      <div>
        <Button
          type="button"
          size="small"
          variant="secondary"
          disabled={hours.length >= MAX_LINES}
          onClick={() => onChange([...hours, { days: "", hours: "" }])}
        >
          {t("business.hours.add")}
        </Button>
      </div>
    </fieldset>
  )
}
