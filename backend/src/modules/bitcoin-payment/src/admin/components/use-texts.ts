import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import type { en } from "../i18n/en"
import { CallError } from "../api"
import { formatsFor } from "./formats"

/** `count` chooses between `…_one` and `…_other`. */
type Singular<Key extends string> = Key extends `${infer Base}_${"one" | "other"}` ? Base : Key
type KeysOf<Texts, Path extends string = ""> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? `${Path}${Singular<Key>}`
    : KeysOf<Texts[Key], `${Path}${Key}.`>
}[keyof Texts & string]
type TextKey = KeysOf<typeof en>

export function useTexts() {
  const { t, i18n } = useTranslation()
  return useMemo(() => {
    const text = (key: TextKey, values: Record<string, string | number> = {}) =>
      t(`bitcoinPayment.${key}`, values)
    /** The text of a code; a code without one is shown as it is. */
    const ofCode = (kind: "reasons" | "advice" | "errors", code: string, otherwise = code) =>
      t(`bitcoinPayment.${kind}.${code}`, { defaultValue: otherwise })
    const ofError = (error: Error) => {
      if (!(error instanceof CallError) || error.code === null) return error.message
      const products = error.missing.map((product) => text("missing", product)).join(", ")
      return t(`bitcoinPayment.errors.${error.code}`, { defaultValue: error.message, products })
    }
    /** The title of a failure. @param key says that it was not done */
    const ofFailure = (key: TextKey, error: Error) =>
      text(error instanceof CallError && error.code === "unclear" ? "unclear" : key)
    return { text, ofCode, ofError, ofFailure, ...formatsFor(i18n.language, navigator.languages) }
  }, [t, i18n.language])
}

export type Texts = ReturnType<typeof useTexts>
