import { queryOptions } from "@tanstack/react-query"
import { z } from "zod"
import { ask } from "../components/ask"

const PATH = "/admin/business-details"

const optional = z.string().nullable()
const detailsSchema = z.object({
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
export type Details = z.infer<typeof detailsSchema>

const editSchema = z.object({
  field: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  editedBy: z.string(),
  editedAt: z.string(),
})
export type DetailEdit = z.infer<typeof editSchema>

const pageSchema = z.object({
  details: detailsSchema,
  demo: z.boolean(),
  edits: z.array(editSchema),
  shopUrl: z.string(),
})
export type DetailsPage = z.infer<typeof pageSchema>

/** The details now, and the latest edits. */
export const detailsQuery = () =>
  queryOptions({ queryKey: ["business-details"], queryFn: ({ signal }) => ask(pageSchema, PATH, { signal }) })

const rejection = z.object({ errors: z.array(z.object({ field: z.string(), message: z.string() })) })
export type FieldErrors = ReadonlyMap<string, string>

/** The result of saving: the details now, or an error for each field. */
export type Saved = { ok: true; page: DetailsPage } | { ok: false; errors: FieldErrors }

/**
 * Saves the changed details.
 * @throws Error if the backend fails
 */
export async function saveDetails(changes: Partial<Details>): Promise<Saved> {
  const response = await fetch(PATH, {
    method: "POST",
    credentials: "include",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(changes),
  })
  const answer: unknown = await response.json().catch(() => undefined)
  if (response.ok) return { ok: true, page: pageSchema.parse(answer) }
  const said = rejection.safeParse(answer)
  if (!said.success) throw new Error(`The shop answered ${response.status}.`)
  return { ok: false, errors: new Map(said.data.errors.map(({ field, message }) => [field, message])) }
}

/** Only changed details are sent: two people who edit different fields do not overwrite each other. */
export function changesBetween(before: Details, after: Details): Partial<Details> {
  const differs = (name: string) =>
    JSON.stringify(Reflect.get(before, name)) !== JSON.stringify(Reflect.get(after, name))
  return Object.fromEntries(Object.entries(after).filter(([name]) => differs(name)))
}
