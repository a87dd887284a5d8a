import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"

interface GraphQuery {
  entity: string
  /** Left out: the fields that the schema declares. */
  fields?: string[]
  filters?: Record<string, unknown>
  /** What a calculated field is calculated with, such as a price's region and currency. */
  context?: Record<string, unknown>
  pagination?: { skip?: number; take?: number; order?: Record<string, string> }
}

/** Always from the database. What `query.graph` returns has no type that holds at run time: rows are parsed. @throws ZodError */
export async function queryGraph<Row extends z.ZodType>(
  container: MedusaContainer,
  row: Row,
  query: GraphQuery,
): Promise<z.output<Row>[]> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ ...query, fields: query.fields ?? fieldsOf(row) })
  return parseRows(row, data)
}

const list = z.array(z.unknown())

/** Each by itself: to make a schema of their list for every query takes longer than to parse them. */
const parseRows = <Row extends z.ZodType>(row: Row, found: unknown): z.output<Row>[] =>
  list.parse(found).map((one) => row.parse(one))

/** The fields of a schema as `query.graph` names them (`items.title`). A schema that is no object is one field. */
export function fieldsOf(schema: z.core.$ZodType): string[] {
  if (schema instanceof z.ZodObject) {
    const { shape }: { shape: Record<string, z.core.$ZodType> } = schema
    return Object.entries(shape).flatMap(([name, field]) => {
      const inside = fieldsOf(field)
      return inside.length === 0 ? [name] : inside.map((rest) => `${name}.${rest}`)
    })
  }
  if (schema instanceof z.ZodArray) return fieldsOf(schema.element)
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.in)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return fieldsOf(schema.unwrap())
  return []
}

/** Related rows; Medusa leaves them out where there are none. */
export const many = <Row extends z.ZodType>(row: Row) =>
  z
    .array(row)
    .nullish()
    .transform((rows) => rows ?? [])

export type Database = MedusaContainer | Knex

type SqlValue = string | number | boolean | Date | null | readonly string[]

const resultSchema = z.object({ rows: z.array(z.unknown()) })

export interface Connection {
  raw(sql: string, bindings: readonly SqlValue[]): PromiseLike<unknown>
  transaction<Result>(work: (transaction: Connection) => Promise<Result>): Promise<Result>
}

/** A time of the database in milliseconds since 1970. */
export const time = z.date().transform((date) => date.getTime())

/** Runs one statement on a module's own tables. The schema has column `order_id` as `orderId`. Bindings are `?`. */
export async function queryRows<Row extends z.ZodType>(
  connection: Connection,
  row: Row,
  sql: string,
  bindings: readonly SqlValue[] = [],
): Promise<z.output<Row>[]> {
  return (await rows(connection, sql, bindings)).map((found) => row.parse(inCamelCase(found)))
}

/** The same of a statement that has one row. @throws MedusaError when it has none */
export async function queryOne<Row extends z.ZodType>(
  ...[connection, row, sql, bindings]: Parameters<typeof queryRows<Row>>
): Promise<z.output<Row>> {
  const [one] = await queryRows(connection, row, sql, bindings)
  if (one !== undefined) return one
  throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, `No row: ${sql}`)
}

const columns = z.record(z.string(), z.unknown())

function inCamelCase(row: unknown): Record<string, unknown> {
  const fields = Object.entries(columns.parse(row))
  return Object.fromEntries(
    fields.map(([name, value]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )
}

/** A shop reads it beside its own tables. */
export const OUTBOX_TABLE = "medusa_payments_outbox"

export const PAYMENT_CHANGED = "order_payment_changed"

/** Notifies every process, when the transaction commits, that this order's payment changed: open pages read it again. */
export async function notifyPaymentChanged(connection: Connection, orderId: string): Promise<void> {
  await rows(connection, `select pg_notify('${PAYMENT_CHANGED}', ?)`, [orderId])
}

/** The rows of a statement, to be parsed by the caller. Bindings are `?`. */
export async function rows(
  connection: Connection,
  sql: string,
  bindings: readonly SqlValue[] = [],
): Promise<unknown[]> {
  return resultSchema.parse(await connection.raw(sql, bindings)).rows
}

/** One statement across modules. Values are bound as `:name`; no value may be named as a cast, such as `text`. @throws ZodError */
export async function querySql<Row extends z.ZodType>(
  database: Database,
  row: Row,
  text: string,
  values: Readonly<Record<string, SqlValue>> = {},
): Promise<z.output<Row>[]> {
  const connection =
    "resolve" in database ? database.resolve(ContainerRegistrationKeys.PG_CONNECTION) : database
  const result: unknown = await connection.raw(text, values)
  return parseRows(row, resultSchema.parse(result).rows)
}
