import type { ComponentProps } from "react"
import { TextArea } from "../../ui/field"

/** A field for a Bitcoin address, which no browser must change. */
export const RefundAddressField = (
  props: Pick<
    ComponentProps<typeof TextArea>,
    "label" | "name" | "className" | "required" | "hint" | "error"
  >,
) => (
  <TextArea
    autoComplete="off"
    autoCapitalize="none"
    autoCorrect="off"
    spellCheck={false}
    rows={2}
    maxLength={2048}
    {...props}
  />
)
