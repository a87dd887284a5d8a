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

/** What stands in the form, and what was kept of fields that are not there at the moment. */
export function draftIn(form: HTMLFormElement): Draft {
  const draft = readDraft()
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string") draft[name] = value
  }
  return draft
}

/** Keeps what is typed until the tab is closed or the order is placed. */
export function saveDraft(form: HTMLFormElement): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(draftIn(form)))
  } catch {
    // Storage is switched off: the form itself still has it.
  }
}

/** Whether anything has been typed or chosen at all: what is only chosen beforehand is nothing to keep. */
export function hasInput(form: HTMLFormElement): boolean {
  return [...form.elements].some(
    (control) =>
      control instanceof HTMLInputElement &&
      (control.type === "radio" ? isChosen(control) : control.value !== ""),
  )
}

/**
 * Brings back what was typed and chosen. What stands in the form is newer: somebody may have begun before the page came
 * alive.
 */
export function restoreDraft(form: HTMLFormElement, draft: Draft): void {
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && control.type === "radio") {
      if (draft[control.name] === control.value && !hasChosen(form, control.name)) control.checked = true
    } else if (control instanceof HTMLSelectElement || control instanceof HTMLInputElement) {
      control.value ||= draft[control.name] ?? ""
    }
  }
}

/** Another than the one that the server drew as chosen. */
const isChosen = (radio: HTMLInputElement) => radio.checked && !radio.defaultChecked

const hasChosen = (form: HTMLFormElement, name: string) =>
  [...form.elements].some(
    (control) => control instanceof HTMLInputElement && control.name === name && isChosen(control),
  )

/** Forgets the draft: the order has it now. */
export function clearDraft(): void {
  try {
    sessionStorage.removeItem(STORAGE_KEY)
  } catch {
    // There is none where storage is switched off.
  }
}
