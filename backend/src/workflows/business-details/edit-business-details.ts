import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { environment } from "../../config"
import { defaultDetails } from "./default-details"
import { changesSchema, demoDetails, BUSINESS_DETAILS } from "../../modules/business-details"

/** The error of one detail, as a sentence for the form. */
interface FieldError {
  field: string
  message: string
}

type Edited = { ok: true } | { ok: false; errors: FieldError[] }

/**
 * Changes the details that staff have entered; the others stay the same. A shop in production never takes a demo
 * value back.
 * @param editedBy the e-mail address of who does it
 */
export async function editBusinessDetails(
  container: MedusaContainer,
  typed: unknown,
  editedBy: string,
): Promise<Edited> {
  const parsed = changesSchema.safeParse(typed)
  if (!parsed.success) {
    const errors = parsed.error.issues.map(({ path, message }) => ({ field: path.join("."), message }))
    return { ok: false, errors }
  }
  const service = container.resolve(BUSINESS_DETAILS)
  const defaults = defaultDetails(environment)
  // One change at a time: each notes what held before it.
  return container.resolve(Modules.LOCKING).execute(["business-details"], async () => {
    const wanted = { ...(await service.current(defaults)), ...parsed.data }
    const demo = mustBeReal ? demoDetails(wanted).filter(({ name }) => name in parsed.data) : []
    if (demo.length > 0) {
      const errors = demo.map(({ name, sentence }) => ({ field: name, message: `This ${sentence}.` }))
      return { ok: false, errors }
    }
    await service.change(defaults, parsed.data, editedBy)
    return { ok: true }
  })
}

const mustBeReal = environment.NODE_ENV === "production" && !environment.SANDBOX
