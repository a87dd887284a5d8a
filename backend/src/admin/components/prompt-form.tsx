import { Button, Prompt } from "@medusajs/ui"
import type { ReactElement, ReactNode } from "react"
import { useTranslation } from "react-i18next"

interface PromptFormProps {
  title: string
  /** One element, for screen readers too. */
  description: ReactElement
  children: ReactNode
  confirm: string
  isDangerous?: boolean
  isReady: boolean
  isPending: boolean
  onSubmit: () => void
}

/** What an open `Prompt` contains: what it is about, fields, and two buttons. Enter in a field confirms. */
export function PromptForm(props: PromptFormProps) {
  const { title, description, children, confirm, isDangerous, isReady, isPending, onSubmit } = props
  const variant = isDangerous ? "danger" : "primary"
  const { t } = useTranslation("shop")
  return (
    <Prompt.Content className="w-[calc(100vw-32px)]">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady && !isPending) onSubmit()
        }}
      >
        <Prompt.Header>
          <Prompt.Title>{title}</Prompt.Title>
          <Prompt.Description asChild>{description}</Prompt.Description>
        </Prompt.Header>
        <div className="flex flex-col gap-y-3 px-6 pt-4 empty:hidden">{children}</div>
        <Prompt.Footer>
          <Prompt.Cancel type="button">{t("common.cancel")}</Prompt.Cancel>
          <Button type="submit" size="small" variant={variant} isLoading={isPending} disabled={!isReady}>
            {confirm}
          </Button>
        </Prompt.Footer>
      </form>
    </Prompt.Content>
  )
}
