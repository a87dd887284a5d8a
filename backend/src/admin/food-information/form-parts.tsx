import { Heading, Hint, Label, Select, Switch, Text } from "@medusajs/ui"
import { useId, type ReactNode } from "react"

export function Group({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <section className="border-ui-border-base flex flex-col gap-y-4 border-b pb-8 last:border-b-0">
      <div>
        <Heading level="h2">{title}</Heading>
        {lead && (
          <Text size="small" className="text-ui-fg-subtle">
            {lead}
          </Text>
        )}
      </div>
      {children}
    </section>
  )
}

interface ChoiceProps<Value extends string> {
  id?: string
  label?: string
  value: Value | null
  options: Record<Value, string>
  placeholder?: string
  onChoose: (value: Value) => void
}

export function Choice<Value extends string>({
  id,
  label,
  value,
  options,
  placeholder,
  onChoose,
}: ChoiceProps<Value>) {
  const isOne = (text: string): text is Value => text in options
  return (
    <Select value={value ?? ""} onValueChange={(text) => isOne(text) && onChoose(text)}>
      <Select.Trigger id={id} aria-label={label}>
        <Select.Value placeholder={placeholder} />
      </Select.Trigger>
      <Select.Content>
        {Object.entries<string>(options).map(([option, words]) => (
          <Select.Item key={option} value={option}>
            {words}
          </Select.Item>
        ))}
      </Select.Content>
    </Select>
  )
}

interface SwitchFieldProps {
  label: string
  hint?: string
  isOn: boolean
  onSwitch: (isOn: boolean) => void
}

export function SwitchField({ label, hint, isOn, onSwitch }: SwitchFieldProps) {
  const id = useId()
  return (
    <div>
      <div className="flex items-center gap-x-2">
        <Switch id={id} checked={isOn} onCheckedChange={onSwitch} />
        <Label htmlFor={id} size="small">
          {label}
        </Label>
      </div>
      {hint && <Hint>{hint}</Hint>}
    </div>
  )
}
