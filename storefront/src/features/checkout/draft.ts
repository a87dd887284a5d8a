import { readStoredJson, store } from "../../lib/storage"

const STORAGE_KEY = "checkout-draft"

type Draft = Record<string, string>

interface FormLike {
  elements: Iterable<object>
}

interface Control {
  name: string
  type: string
  value: string
  checked?: boolean
  defaultChecked?: boolean
}

/** What the shopper typed into the checkout in this tab, so that a reload or an error loses nothing. */
export function readDraft(): Draft {
  const saved = readStoredJson("sessionStorage", STORAGE_KEY)
  return Object.fromEntries(Object.entries(saved ?? {}).filter(isText))
}

/** The form's values, over what was saved of fields that are not on the page at the moment. */
export function draftOf(form: HTMLFormElement): Draft {
  const draft = readDraft()
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string") draft[name] = value
  }
  return draft
}

/** Keeps the form's values until the tab is closed or the order is placed. */
export const saveDraft = (form: HTMLFormElement): void =>
  store("sessionStorage", STORAGE_KEY, JSON.stringify(draftOf(form)))

export const clearDraft = (): void => store("sessionStorage", STORAGE_KEY, null)

/** Whether the shopper has typed or chosen anything. Options that are selected by default do not count. */
export function hasInput(form: FormLike): boolean {
  return controlsOf(form).some((control) =>
    control.type === "radio" ? isChosen(control) : control.value !== "",
  )
}

/** Restores a draft. Values already in the form are newer: the shopper may have typed before hydration. */
export function restoreDraft(form: FormLike, draft: Draft): void {
  const controls = controlsOf(form)
  const chosen = new Set(controls.filter(isChosen).map(({ name }) => name))
  for (const control of controls) {
    const saved = draft[control.name]
    if (saved === undefined) continue
    if (control.type !== "radio") control.value ||= saved
    else if (saved === control.value && !chosen.has(control.name)) control.checked = true
  }
}

const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === "string"

const controlsOf = ({ elements }: FormLike): Control[] => [...elements].filter(isControl)

const isControl = (element: object): element is Control =>
  "name" in element && "type" in element && "value" in element && element.name !== ""

const isChosen = ({ type, checked, defaultChecked }: Control): boolean =>
  type === "radio" && checked === true && !defaultChecked
