import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { Button, Copy, Hint, Text } from "@medusajs/ui"
import { useMutation, useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import { z } from "zod"
import { ask } from "../components/ask"
import { Section } from "../components/section"

const appsSchema = z.looseObject({ mfa_factors: z.array(z.looseObject({ status: z.string() })) })
const codesSchema = z.object({ recovery_codes: z.array(z.string()) })

/** New recovery codes, which Medusa's own section makes at the set-up only. */
const ProfileCodes = () => {
  const { t } = useTranslation("shop")
  const renew = useMutation({
    mutationFn: () => ask(codesSchema, "/auth/mfa/recovery-codes", { method: "POST", body: {} }),
  })
  const { data: apps } = useQuery({
    // Medusa's section of this page shares the answer, all of it, and reads it anew when an app is added or removed.
    queryKey: ["mfa", "list"],
    queryFn: () => ask(appsSchema, "/auth/mfa/factors"),
  })
  const codes = renew.data?.recovery_codes
  if (!apps?.mfa_factors.some(({ status }) => status === "enabled")) return null
  return (
    <Section
      title={t("account.codes.title")}
      description={t("account.codes.text")}
      actions={
        <Button size="small" variant="secondary" isLoading={renew.isPending} onClick={() => renew.mutate()}>
          {t("account.codes.renew")}
        </Button>
      }
    >
      {renew.error && (
        <Hint variant="error" role="alert" className="px-6 py-4">
          {renew.error.message}
        </Hint>
      )}
      {codes && (
        <div className="flex flex-col items-start gap-y-2 px-6 py-4">
          <Text size="small">{t("account.codes.store")}</Text>
          <ul aria-label={t("account.codes.title")} className="grid gap-x-6 font-mono text-sm md:grid-cols-2">
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
          <Copy content={codes.join("\n")} />
        </div>
      )}
    </Section>
  )
}

export const config = defineWidgetConfig({ zone: "profile.details.after" })

export default ProfileCodes
