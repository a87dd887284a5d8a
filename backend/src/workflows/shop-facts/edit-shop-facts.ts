import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { environment } from "../../config"
import { defaultFacts } from "./default-facts"
import { changesSchema, demoFacts, SHOP_FACTS } from "../../modules/shop-facts"

/** What is wrong with a fact, in a sentence for the form. */
interface Complaint {
  field: string
  message: string
}

type Edited = { ok: true } | { ok: false; complaints: Complaint[] }

/**
 * Changes facts as staff have typed them; what is not named stays as it is. A shop in production never takes a demo
 * value back.
 * @param editedBy the e-mail address of who does it
 */
export async function editShopFacts(
  container: MedusaContainer,
  typed: unknown,
  editedBy: string,
): Promise<Edited> {
  const parsed = changesSchema.safeParse(typed)
  if (!parsed.success) {
    const complaints = parsed.error.issues.map(({ path, message }) => ({ field: path.join("."), message }))
    return { ok: false, complaints }
  }
  const facts = container.resolve(SHOP_FACTS)
  const defaults = defaultFacts(environment)
  // One change at a time: each notes what held before it.
  return container.resolve(Modules.LOCKING).execute(["shop-facts"], async () => {
    const wanted = { ...(await facts.current(defaults)), ...parsed.data }
    const demo = mustBeReal ? demoFacts(wanted).filter(({ name }) => name in parsed.data) : []
    if (demo.length > 0) {
      const complaints = demo.map(({ name, sentence }) => ({ field: name, message: `This ${sentence}.` }))
      return { ok: false, complaints }
    }
    await facts.change(defaults, parsed.data, editedBy)
    return { ok: true }
  })
}

const mustBeReal = environment.NODE_ENV === "production" && !environment.SANDBOX
