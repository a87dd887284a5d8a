import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { Button, Hint, toast } from "@medusajs/ui"
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { z } from "zod"
import { ask } from "../components/ask"
import { TextField } from "../components/fields"
import { FormSection } from "../components/section"

const FIELDS = [
  { name: "password", label: "account.password.current", autoComplete: "current-password" },
  { name: "new_password", label: "account.password.new", autoComplete: "new-password" },
  { name: "repeated", label: "account.password.repeated", autoComplete: "new-password" },
] as const
const EMPTY = { password: "", new_password: "", repeated: "" }

/** Changes the own password. Every sign-in ends with it, so the next page is the sign-in. */
const ProfilePassword = () => {
  const { t } = useTranslation("shop")
  const [draft, setDraft] = useState(EMPTY)
  const change = useMutation({
    mutationFn: () => {
      const { repeated, ...body } = draft
      if (repeated !== body.new_password) throw new Error(t("account.password.notSame"))
      return ask(z.unknown(), "/admin/users/me/password", { method: "POST", body })
    },
    onSuccess: () => {
      toast.success(t("account.password.changed"), { description: t("account.password.signIn") })
      window.location.assign("/app/login")
    },
  })
  return (
    <FormSection
      title={t("account.password.title")}
      description={t("account.password.text")}
      onSubmit={() => change.mutate()}
    >
      <div className="grid gap-4 md:grid-cols-3">
        {FIELDS.map(({ name, label, autoComplete }) => (
          <TextField
            key={name}
            label={t(label)}
            type="password"
            autoComplete={autoComplete}
            value={draft[name]}
            onText={(text) => setDraft({ ...draft, [name]: text })}
          />
        ))}
      </div>
      {change.error && (
        <Hint variant="error" role="alert">
          {change.error.message}
        </Hint>
      )}
      <div>
        <Button type="submit" size="small" variant="secondary" isLoading={change.isPending}>
          {t("account.password.change")}
        </Button>
      </div>
    </FormSection>
  )
}

export const config = defineWidgetConfig({ zone: "profile.details.after" })

export default ProfilePassword
