import { queryOptions } from "@tanstack/react-query"
import { z } from "zod"
import { ask } from "../pieces/ask"

const PATH = "/admin/shop-facts"

const optional = z.string().nullable()
const factsSchema = z.object({
  name: z.string(),
  legalName: z.string(),
  address: z.string(),
  email: z.string(),
  phone: z.string(),
  companyNumber: optional,
  registeredIn: optional,
  vatNumber: optional,
  hours: z.array(z.object({ days: z.string(), hours: z.string() })),
  instagram: optional,
  facebook: optional,
  x: optional,
})
export type Facts = z.infer<typeof factsSchema>

const editSchema = z.object({
  field: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  editedBy: z.string(),
  editedAt: z.string(),
})
export type FactEdit = z.infer<typeof editSchema>

const pageSchema = z.object({
  facts: factsSchema,
  demo: z.boolean(),
  edits: z.array(editSchema),
  shopUrl: z.string(),
})
export type FactsPage = z.infer<typeof pageSchema>

/** Who the shop is now, and who changed what. */
export const factsQuery = () =>
  queryOptions({ queryKey: ["shop-facts"], queryFn: ({ signal }) => ask(pageSchema, PATH, { signal }) })

const refusal = z.object({ errors: z.array(z.object({ field: z.string(), message: z.string() })) })
export type Complaints = ReadonlyMap<string, string>

/** What saving came to: the facts as they stand now, or what is wrong with which field. */
export type Saved = { ok: true; page: FactsPage } | { ok: false; complaints: Complaints }

/**
 * Saves the facts that differ.
 * @throws Error when the shop does not answer
 */
export async function saveFacts(changes: Partial<Facts>): Promise<Saved> {
  const response = await fetch(PATH, {
    method: "POST",
    credentials: "include",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(changes),
  })
  const answer: unknown = await response.json().catch(() => undefined)
  if (response.ok) return { ok: true, page: pageSchema.parse(answer) }
  const said = refusal.safeParse(answer)
  if (!said.success) throw new Error(`The shop answered ${response.status}.`)
  return { ok: false, complaints: new Map(said.data.errors.map(({ field, message }) => [field, message])) }
}

/** Only what staff have changed is sent, so that two who edit different facts do not undo each other. */
export function changesBetween(before: Facts, after: Facts): Partial<Facts> {
  const differs = (name: string) =>
    JSON.stringify(Reflect.get(before, name)) !== JSON.stringify(Reflect.get(after, name))
  return Object.fromEntries(Object.entries(after).filter(([name]) => differs(name)))
}
