import { Select } from "@medusajs/ui"

interface ChoiceProps<Value extends string> {
  id?: string
  label?: string
  value: Value | null
  /** Words by value. */
  options: Record<Value, string>
  placeholder?: string
  onChoose: (value: Value) => void
}

/** One of a few, from a menu. */
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
