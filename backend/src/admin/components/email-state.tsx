import { StatusBadge } from "@medusajs/ui"
import { useTranslation } from "react-i18next"

const COLOURS = { pending: "orange", sent: "green", failed: "red" } as const

export function EmailState({ state }: { state: keyof typeof COLOURS }) {
  const { t } = useTranslation("shop")
  return <StatusBadge color={COLOURS[state]}>{t(`common.mailStates.${state}`)}</StatusBadge>
}
