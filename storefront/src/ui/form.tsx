import { noop } from "@tanstack/react-query"
import { type MouseEvent, type RefObject, type SyntheticEvent, useEffect, useRef, useState } from "react"
import type { output as Output, ZodMiniType } from "zod/mini"
import { failureMessage, fieldErrorsOf } from "../lib/api-error"
import { promptly } from "../lib/later"
import { Notice } from "./notice"

export type FieldErrors = Readonly<Record<string, string>>

/** An invalid field in the summary above the form. `id` is undefined if the form has no such field. */
interface Problem {
  name: string
  id: string | undefined
  text: string
}

export const fieldsOf = (form: HTMLFormElement): Record<string, unknown> =>
  Object.fromEntries(new FormData(form))

interface FormOptions<Schema extends ZodMiniType> {
  schema: Schema | (() => Promise<Schema>)
  read?: (form: HTMLFormElement) => unknown
  /** Does what the form is for. Its failure is shown, by field where the shop names one. */
  send: (value: Output<Schema>) => unknown
}

/**
 * Validates on submit, and a field with a value when the shopper leaves it. A message goes with the first input that makes it
 * right. The first invalid field gets the focus once its message is shown. What cannot be checked is not sent, now or later.
 */
export function useForm<Schema extends ZodMiniType>({
  schema: source,
  read = fieldsOf,
  send,
}: FormOptions<Schema>) {
  const [errors, setErrors] = useState<FieldErrors>({})
  const [failure, setFailure] = useState<unknown>(null)
  const [submitted, setSubmitted] = useState<readonly Problem[]>([])
  const loadSchema = async () => (typeof source === "function" ? source() : source)

  const show = (next: FieldErrors, form: HTMLFormElement) => {
    setErrors(next)
    setSubmitted(problemsIn(form, next))
    requestAnimationFrame(() => {
      const wrong = controlsOf(form).find(({ name }) => next[name])
      if (wrong) wrong.focus()
      else form.scrollIntoView() // What is about the whole form is above it.
    })
  }

  const check = (form: HTMLFormElement, name: string) =>
    void loadSchema().then((schema) => {
      const message = errorsOf(schema, read(form))[name]
      setErrors((shown) => {
        const others = Object.entries(shown).filter(([other]) => other !== name)
        return Object.fromEntries(message === undefined ? others : [...others, [name, message]])
      })
    }, noop) // The page says that its code is missing.

  /** Shows the shop's messages at their fields; as one when it rejected something else. */
  const showFailure = (error: unknown, form: HTMLFormElement) => {
    const found = fieldErrorsOf(error)
    if (found) show(found, form)
    else setFailure(error)
  }

  const onSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (form.ariaBusy) return
    form.ariaBusy = "true"
    promptly(loadSchema())
      .then(
        (schema) => {
          const result = schema.safeParse(read(form))
          if (!result.success) {
            show(errorsOf(schema, read(form)), form)
            return
          }
          setErrors({})
          setFailure(null)
          return Promise.resolve(send(result.data)).catch((error: unknown) => showFailure(error, form))
        },
        (error: unknown) => show({ form: `Nothing was sent. ${failureMessage(error)}` }, form),
      )
      .finally(() => (form.ariaBusy = null))
  }

  return {
    errors,
    /** What the last submit found and is still wrong, in the form's order. */
    problems: submitted.filter(({ name }) => errors[name]),
    /** Why the last submit failed, if no field is to blame. */
    failure,
    showFailure,
    /** Checks the wrong fields again, after code has filled them in. */
    recheck: (form: HTMLFormElement) => {
      for (const name of Object.keys(errors)) check(form, name)
    },
    attributes: {
      noValidate: true,
      onSubmit,
      onChange: ({ currentTarget: form, target }: SyntheticEvent<HTMLFormElement>) => {
        if (isControl(target) && errors[target.name]) check(form, target.name)
      },
      onBlur: ({ currentTarget: form, target }: SyntheticEvent<HTMLFormElement>) => {
        if (!isControl(target) || target.value === "" || target.type === "checkbox" || errors[target.name])
          return
        void pressEnd().then(() => check(form, target.name))
      },
    },
  }
}

/** The element that takes the focus each time `state` changes: what had it, such as a form or the button that opens it, is gone. */
export function useFocusAfter<Focusable extends HTMLElement>(state: boolean): RefObject<Focusable | null> {
  const element = useRef<Focusable>(null)
  const before = useRef(state)
  useEffect(() => {
    if (before.current !== state) element.current?.focus()
    before.current = state
  }, [state])
  return element
}

export function errorsOf(schema: ZodMiniType, value: unknown): FieldErrors {
  const result = schema.safeParse(value)
  const errors: Record<string, string> = {}
  for (const issue of result.error?.issues ?? []) {
    const field = String(issue.path[0] ?? "")
    errors[field] ??= issue.message
  }
  return errors
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const isControl = (target: EventTarget): target is Control =>
  target instanceof HTMLElement && "name" in target && "value" in target && "labels" in target

export const controlsOf = ({ elements }: HTMLFormElement): Control[] => [...elements].filter(isControl)

/** While a button is pressed, a message that appears above it would move it away from under the pointer. */
export async function pressEnd(): Promise<void> {
  if (document.querySelector(":active") === null) return
  await new Promise((resolve) => window.addEventListener("mouseup", resolve, { once: true }))
  // The click follows in the same task.
  await new Promise((resolve) => setTimeout(resolve))
}

/** The messages in the order of the form's fields, with the fields' names; a box to tick has a whole sentence as its label. */
function problemsIn(form: HTMLFormElement, errors: FieldErrors): Problem[] {
  const controls = controlsOf(form)
  const places = new Map(controls.map((control, index) => [control.name, { control, index }]))
  return Object.entries(errors)
    .map(([name, message]) => ({ name, message, ...places.get(name) }))
    .sort((one, other) => (one.index ?? Infinity) - (other.index ?? Infinity))
    .map(({ name, message, control }) => {
      const label = control?.type === "checkbox" ? undefined : control?.labels?.[0]?.textContent
      return { name, id: control?.id, text: label ? `${label}: ${message}` : message }
    })
}

/** Links to the invalid fields, above the form. For a single field its own message and the focus are enough. */
export function ErrorSummary({ problems }: { problems: readonly Problem[] }) {
  if (problems.length === 0 || (problems.length === 1 && problems[0]?.id !== undefined)) return null
  return (
    <Notice tone="danger" role="alert" title="Please check the form">
      <ul className="error-summary">
        {problems.map(({ name, id, text }) => (
          <li key={name}>
            {id === undefined ? (
              text
            ) : (
              <a href={`#${id}`} onClick={focusField}>
                {text}
              </a>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** A jump to the field would change the page's address. */
function focusField(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault()
  document.getElementById(event.currentTarget.hash.slice(1))?.focus()
}
