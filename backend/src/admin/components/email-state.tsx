import { StatusBadge } from "@medusajs/ui"

const STATES = {
  pending: { color: "orange", label: "Pending" },
  sent: { color: "green", label: "Sent" },
  failed: { color: "red", label: "Not sent" },
} as const

export function EmailState({ state }: { state: keyof typeof STATES }) {
  const { color, label } = STATES[state]
  return <StatusBadge color={color}>{label}</StatusBadge>
}
