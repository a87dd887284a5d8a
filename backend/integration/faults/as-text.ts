/** For `JSON.stringify`: satoshis are `bigint`. */
export const asText = (_key: string, value: unknown) =>
  typeof value === "bigint" ? value.toString() : value instanceof Set ? [...value] : value
