import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { Button, Container, Copy, Heading, Hint, Text } from "@medusajs/ui"
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { z } from "zod"
import { ask } from "../components/ask"
import { TextField } from "../components/fields"

const codesSchema = z.object({ recovery_codes: z.array(z.string()) })

/**
 * The password before a change of the second factor, which Medusa's own section of this page does not ask for, and new recovery
 * codes, which it makes at the set-up only.
 */
const ProfileConfirmation = () => {
  const [password, setPassword] = useState("")
  const confirm = useMutation({
    mutationFn: () =>
      ask(z.unknown(), "/admin/users/me/second-factor", { method: "POST", body: { password } }),
    onSuccess: () => setPassword(""),
  })
  const renew = useMutation({
    mutationFn: () => ask(codesSchema, "/auth/mfa/recovery-codes", { method: "POST", body: {} }),
    onError: () => confirm.reset(),
  })
  const error = renew.error ?? confirm.error
  const codes = renew.data?.recovery_codes
  return (
    <Container className="flex flex-col gap-y-4 px-6 py-4">
      <div>
        <Heading level="h2">Confirm your password</Heading>
        <Text size="small" className="text-ui-fg-subtle">
          Before you enable two-factor authentication or make new recovery codes. You get an email about each
          change.
        </Text>
      </div>
      {confirm.isSuccess ? (
        <Text size="small" role="status">
          Confirmed for ten minutes. Press Enable below, or make new recovery codes here.
        </Text>
      ) : (
        <form
          className="grid items-end gap-4 md:grid-cols-3"
          onSubmit={(event) => {
            event.preventDefault()
            confirm.mutate()
          }}
        >
          <TextField
            label="Your password"
            type="password"
            autoComplete="current-password"
            value={password}
            onText={setPassword}
          />
          <div>
            <Button type="submit" size="small" variant="secondary" isLoading={confirm.isPending}>
              Confirm
            </Button>
          </div>
        </form>
      )}
      {error && (
        <Hint variant="error" role="alert">
          {error.message}
        </Hint>
      )}
      {confirm.isSuccess && !codes && (
        <div>
          <Button size="small" variant="secondary" isLoading={renew.isPending} onClick={() => renew.mutate()}>
            New recovery codes
          </Button>
        </div>
      )}
      {codes && (
        <div className="flex flex-col items-start gap-y-2">
          <Text size="small">
            Store these codes. Each replaces the app once; the ones that you had no longer work.
          </Text>
          <ul aria-label="Recovery codes" className="grid gap-x-6 font-mono text-sm md:grid-cols-2">
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
          <Copy content={codes.join("\n")} />
        </div>
      )}
    </Container>
  )
}

export const config = defineWidgetConfig({ zone: "profile.details.before" })

export default ProfileConfirmation
