import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { Button, Prompt } from "@medusajs/ui"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { useTranslation } from "react-i18next"
import { z } from "zod"
import { ask } from "../components/ask"
import { TextField } from "../components/fields"
import { askFirst } from "../confirmation/ask-first"

/** Asks for the password when a button of the page gives lasting access, then lets the button do its work. */
const PasswordConfirmation = () => {
  const [settle, setSettle] = useState<((isGiven: boolean) => void) | null>(null)
  useEffect(() => {
    const send = window.fetch.bind(window)
    window.fetch = askFirst(send, () => new Promise((resolve) => setSettle(() => resolve)))
    return () => {
      window.fetch = send
    }
  }, [])
  const close = (isGiven: boolean) => {
    settle?.(isGiven)
    setSettle(null)
  }
  return (
    <Prompt variant="confirmation" open={settle !== null} onOpenChange={() => close(false)}>
      <Prompt.Content className="w-[calc(100vw-32px)]">
        <PasswordForm onGiven={() => close(true)} />
      </Prompt.Content>
    </Prompt>
  )
}

function PasswordForm({ onGiven }: { onGiven: () => void }) {
  const { t } = useTranslation("shop")
  const [password, setPassword] = useState("")
  const client = useQueryClient()
  const confirm = useMutation({
    mutationFn: () =>
      ask(z.unknown(), "/admin/users/me/confirmation", {
        ...{ method: "POST", body: { password }, isChange: false },
      }),
    onSuccess: async () => {
      onGiven()
      // Links of invitations are shown now.
      await client.invalidateQueries({ queryKey: ["invites"] })
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        confirm.mutate()
      }}
    >
      <Prompt.Header>
        <Prompt.Title>{t("account.confirmation.title")}</Prompt.Title>
        <Prompt.Description>{t("account.confirmation.text")}</Prompt.Description>
      </Prompt.Header>
      <div className="px-6 pt-4">
        <TextField
          label={t("account.confirmation.password")}
          type="password"
          autoComplete="current-password"
          autoFocus
          value={password}
          onText={setPassword}
          error={confirm.error?.message}
        />
      </div>
      <Prompt.Footer>
        <Prompt.Cancel type="button">{t("common.cancel")}</Prompt.Cancel>
        <Button type="submit" size="small" isLoading={confirm.isPending} disabled={password === ""}>
          {t("account.confirmation.confirm")}
        </Button>
      </Prompt.Footer>
    </form>
  )
}

// Where Medusa's pages and ours invite, make keys and links, and change the second factor.
export const config = defineWidgetConfig({
  zone: ["profile.details.before", "user.list.before", "user.details.before", "api_key.list.before"],
})

export default PasswordConfirmation
