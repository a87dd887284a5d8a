import { Button, InlineTip } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { failureTitle } from "./ask"

interface LoadErrorProps {
  what: string
  /** A query, which can be tried again, or a change. */
  of: { error: Error | null; refetch?: () => unknown }
  className?: string
}

export function LoadError({ what, of: { error, refetch }, className }: LoadErrorProps) {
  const { t } = useTranslation("shop")
  if (!error) return null
  const tip = (
    <InlineTip variant="error" label={failureTitle(what, error)} role="alert">
      {error.message}{" "}
      {refetch && (
        <Button size="small" variant="secondary" onClick={() => void refetch()}>
          {t("common.tryAgain")}
        </Button>
      )}
    </InlineTip>
  )
  return className === undefined ? tip : <div className={className}>{tip}</div>
}
