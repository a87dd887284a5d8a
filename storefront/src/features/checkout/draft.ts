import * as z from "zod/mini"

const STORAGE_KEY = "checkout-draft"
const draftSchema = z.record(z.string(), z.string())

type Draft = z.infer<typeof draftSchema>

/** What was typed into the checkout in this tab, so that a reload or an error loses nothing. */
export function readDraft(): Draft {
  try {
    return draftSchema.parse(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "{}"))
  } catch {
    return {} // Storage is switched off, or holds something that is not ours.
  }
}

/** Keeps what is typed until the tab is closed or the order is placed. */
export function keepDraft(form: HTMLFormElement): void {
  const draft: Draft = {}
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string") draft[name] = value
  }
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(draft))
  } catch {
    // Storage is switched off: the form itself still has it.
  }
}

/** Whether anything has been typed at all: what is only chosen beforehand is nothing to keep. */
export function isBegun(form: HTMLFormElement): boolean {
  return [...form.elements].some(
    (control) => control instanceof HTMLInputElement && control.type !== "radio" && control.value !== "",
  )
}

/** Forgets the draft: the order has it now. */
export function dropDraft(): void {
  try {
    sessionStorage.removeItem(STORAGE_KEY)
  } catch {
    // There is none where storage is switched off.
  }
}
