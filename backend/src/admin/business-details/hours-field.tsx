import { Button, Hint, Input } from "@medusajs/ui"
import type { FieldErrors, Details } from "./details"

interface HoursFieldProps {
  hours: Details["hours"]
  complaints: FieldErrors
  onChange: (hours: Details["hours"]) => void
}
const MOST_LINES = 7

/** When somebody is there, a line for each stretch of the week. */
export function HoursField({ hours, complaints, onChange }: HoursFieldProps) {
  const set = (index: number, change: Partial<Details["hours"][number]>) =>
    onChange(hours.map((line, at) => (at === index ? { ...line, ...change } : line)))
  return (
    <fieldset className="flex flex-col gap-y-2">
      <legend className="txt-compact-small-plus mb-2">Opening hours</legend>
      {hours.map((line, index) => {
        const complaint = complaints.get(`hours.${index}.days`) ?? complaints.get(`hours.${index}.hours`)
        return (
          <div key={index} className="flex flex-wrap items-start gap-2">
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
            {complaint && <Hint variant="error">{complaint}</Hint>}
          </div>
        )
      })}
      <div>
        <Button
          type="button"
          size="small"
          variant="secondary"
          disabled={hours.length >= MOST_LINES}
          onClick={() => onChange([...hours, { days: "", hours: "" }])}
        >
          Add a line
        </Button>
      </div>
    </fieldset>
  )
}
