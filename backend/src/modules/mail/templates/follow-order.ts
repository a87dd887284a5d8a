import { button, smallPrint, type Block } from "../layout/blocks"

/** The way to the order's own page. The link alone opens it: no account is needed. */
export function followOrder(url: string): Block[] {
  return [
    button("Follow your order", url),
    smallPrint("This link shows your order to whoever has it, without signing in: keep it to yourself."),
  ]
}
