import { button, smallPrint, type Block } from "../layout/blocks"

/** Said wherever that link stands. */
export const LINK_IS_SECRET =
  "This link shows your order to whoever has it, without signing in: keep it to yourself."

/** The way to the order's own page. The link alone opens it: no account is needed. */
export function followOrder(url: string): Block[] {
  return [button("Follow your order", url), smallPrint(LINK_IS_SECRET)]
}
