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
  demo: z.array(z.string()),
  edits: z.array(editSchema),
  shopUrl: z.string(),
})
export type DetailsPage = z.infer<typeof pageSchema>

export const detailsQuery = () =>
  queryOptions({ queryKey: ["business-details"], queryFn: ({ signal }) => ask(pageSchema, PATH, { signal }) })

/** @throws Rejection with an error for each wrong field */
export const saveDetails = (changes: Partial<Details>): Promise<DetailsPage> =>
  ask(pageSchema, PATH, { method: "POST", body: changes })

/** Only changed details are sent: two people who edit different fields do not overwrite each other. */
export function changesBetween(before: Details, after: Details): Partial<Details> {
  const differs = (name: string) =>
    JSON.stringify(Reflect.get(before, name)) !== JSON.stringify(Reflect.get(after, name))
  return Object.fromEntries(Object.entries(after).filter(([name]) => differs(name)))
}
