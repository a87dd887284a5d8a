import { Button, Input, Label, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { inWords, lastDays, lastMonth, thisMonth, today, type Span } from "./report"

const PRESETS = [
  { name: "today", spanOf: () => lastDays(1) },
  { name: "week", spanOf: () => lastDays(7) },
  { name: "month", spanOf: () => lastDays(30) },
  { name: "thisMonth", spanOf: () => thisMonth() },
  { name: "lastMonth", spanOf: () => lastMonth() },
  { name: "quarter", spanOf: () => lastDays(90) },
  { name: "year", spanOf: () => lastDays(365) },
] as const

interface RangePickerProps {
  span: Span
  onChange: (span: Span) => void
}

export function RangePicker({ span, onChange }: RangePickerProps) {
  const { t } = useTranslation("shop")
  const change = (part: Partial<Span>) => {
    const next = { ...span, ...part }
    if (next.from === "" || next.to === "") return
    onChange(next.from <= next.to ? next : { from: next.to, to: next.from })
  }
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div role="group" aria-label={t("reports.ranges.title")} className="flex flex-wrap gap-1">
        {PRESETS.map(({ name, spanOf }) => {
          const preset = spanOf()
          const isOn = preset.from === span.from && preset.to === span.to
          return (
            <Button
              key={name}
              size="small"
              variant={isOn ? "primary" : "secondary"}
              aria-pressed={isOn}
              onClick={() => onChange(preset)}
            >
              {t(`reports.ranges.${name}`)}
            </Button>
          )
        })}
      </div>
      {(["from", "to"] as const).map((end) => (
        <div key={end} className="flex items-center gap-x-2">
          <Label htmlFor={`report-${end}`} size="small" className="text-ui-fg-subtle">
            {end === "from" ? t("common.from") : t("reports.ranges.to")}
          </Label>
          <Input
            id={`report-${end}`}
            type="date"
            size="small"
            max={today()}
            value={span[end]}
            onChange={(event) => change({ [end]: event.target.value })}
          />
        </div>
      ))}
      {/* The browser writes the fields' dates in its own language's order. */}
      <Text size="small" className="text-ui-fg-subtle py-1">
        {inWords(span)}
      </Text>
    </div>
  )
}
