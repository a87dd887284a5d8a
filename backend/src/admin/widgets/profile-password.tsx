import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { Button, Hint, toast } from "@medusajs/ui"
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { z } from "zod"
import { ask } from "../components/ask"
import { TextField } from "../components/fields"
import { FormSection } from "../components/section"

const FIELDS = [
  { name: "password", label: "Current password", autoComplete: "current-password" },
  { name: "new_password", label: "New password", autoComplete: "new-password" },
  { name: "repeated", label: "New password again", autoComplete: "new-password" },
] as const
const EMPTY = { password: "", new_password: "", repeated: "" }

/** Changes the own password. Every sign-in ends with it, so the next page is the sign-in. */
const ProfilePassword = () => {
  const [draft, setDraft] = useState(EMPTY)
  const change = useMutation({
    mutationFn: () => {
      const { repeated, ...body } = draft
      if (repeated !== body.new_password) throw new Error("The new passwords are not the same.")
      return ask(z.unknown(), "/admin/users/me/password", { method: "POST", body })
    },
    onSuccess: () => {
      toast.success("Password changed", { description: "Please sign in with the new password." })
      window.location.assign("/app/login")
    },
  })
  return (
    <FormSection
      title="Password"
      description="At least 12 characters, and not a common one: four random words are good. You are then signed out on every device."
      onSubmit={() => change.mutate()}
    >
      <div className="grid gap-4 md:grid-cols-3">
        {FIELDS.map(({ name, label, autoComplete }) => (
          <TextField
            key={name}
            label={label}
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
          Change password
        </Button>
      </div>
    </FormSection>
  )
}

export const config = defineWidgetConfig({ zone: "profile.details.after" })

export default ProfilePassword
