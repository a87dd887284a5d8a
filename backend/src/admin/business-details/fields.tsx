import { Button, Heading, Hint, Input } from "@medusajs/ui"
import type { Details } from "./details"

interface Field {
  name: Exclude<keyof Details, "hours">
  label: string
  hint?: string
  type?: "text" | "email" | "tel" | "url"
  required?: boolean
}

export const FIELDS: readonly { heading: string; fields: readonly Field[] }[] = [
  {
    heading: "Business",
    fields: [
      { name: "name", label: "Trading name", hint: "The name of the shop.", required: true },
      { name: "legalName", label: "Legal name", hint: "As registered.", required: true },
      {
        name: "address",
        label: "Address",
        hint: "Where the business is established; a PO box is not enough.",
        required: true,
      },
      { name: "companyNumber", label: "Company number", hint: "Empty for a sole trader or a partnership." },
      { name: "registeredIn", label: "Place of registration", hint: "Like England and Wales, or Scotland." },
      { name: "vatNumber", label: "VAT number", hint: "Empty below the VAT threshold." },
    ],
  },
  {
    heading: "Contact",
    fields: [
      {
        name: "email",
        label: "Email",
        hint: "Replies to the shop's emails arrive here.",
        type: "email",
        required: true,
      },
      { name: "phone", label: "Phone", type: "tel", required: true },
      { name: "instagram", label: "Instagram", type: "url" },
      { name: "facebook", label: "Facebook", type: "url" },
      { name: "x", label: "X", type: "url" },
    ],
  },
]

export const labelOf = (name: string) =>
  name === "hours"
    ? "Opening hours"
    : (FIELDS.flatMap(({ fields }) => fields).find((field) => field.name === name)?.label ?? name)

interface HoursFieldProps {
  hours: Details["hours"]
  errors: ReadonlyMap<string, string>
  onChange: (hours: Details["hours"]) => void
}
const MAX_LINES = 7

export function HoursField({ hours, errors, onChange }: HoursFieldProps) {
  const set = (index: number, change: Partial<Details["hours"][number]>) =>
    onChange(hours.map((line, at) => (at === index ? { ...line, ...change } : line)))
  return (
    <fieldset className="flex flex-col gap-y-2">
      <legend className="mb-2">
        <Heading level="h2">Opening hours</Heading>
      </legend>
      {hours.map((line, index) => {
        const error = errors.get(`hours.${index}.days`) ?? errors.get(`hours.${index}.hours`)
        return (
          <div key={index} className="grid grid-cols-[1fr_1fr_auto] items-center gap-2 md:max-w-xl">
            <Input
              aria-label={`Days, line ${index + 1}`}
              placeholder="Mon-Fri"
              value={line.days}
              onChange={(event) => set(index, { days: event.target.value })}
            />
            <Input
              aria-label={`Hours, line ${index + 1}`}
              placeholder="9am-5pm"
              value={line.hours}
              onChange={(event) => set(index, { hours: event.target.value })}
            />
            <Button
              type="button"
              size="small"
              variant="transparent"
              aria-label={`Remove line ${index + 1}`}
              onClick={() => onChange(hours.filter((_, at) => at !== index))}
            >
              Remove
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
          Add a line
        </Button>
      </div>
    </fieldset>
  )
}
