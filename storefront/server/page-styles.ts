import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"

/** Styles or a script inside a page. */
export interface InlineText {
  text: string
  /** As a content security policy names it. */
  hash: string
}

/** The pages that use each file of `src/app/page-styles`. Others use `every-page`. */
const PAGES_OF: Record<string, string[]> = {
  home: ["src/pages/home.tsx"],
  products: ["src/pages/products.tsx", "src/pages/category.tsx"],
  product: ["src/pages/product.tsx"],
  checkout: ["src/pages/checkout.tsx"],
  "signed-in": ["src/pages/account.tsx", "src/pages/orders.tsx"],
  text: [
    "src/pages/about.tsx",
    "src/pages/faq.tsx",
    "src/pages/contact.tsx",
    "src/pages/policy.tsx",
    "src/pages/find-order.tsx",
    "src/pages/not-found.tsx",
  ],
}
const OF_OTHERS = "every-page"

export const inlineText = (text: string): InlineText => ({
  text,
  hash: `'sha256-${createHash("sha256").update(text).digest("base64")}'`,
})

/**
 * Reads the styles that pages contain, so that they are painted without waiting for another file (ADR 0015). Reads each file
 * once.
 * @param builtFile the path of a source file's build
 */
export async function readPageStyles(
  builtFile: (source: string) => string,
): Promise<(pageId: string) => InlineText> {
  const read = async (name: string) =>
    inlineText(await readFile(builtFile(`src/app/page-styles/${name}.css`), "utf8"))
  const others = await read(OF_OTHERS)
  const byPage = new Map<string, InlineText>()
  for (const [name, pageIds] of Object.entries(PAGES_OF)) {
    const styles = await read(name)
    for (const pageId of pageIds) byPage.set(pageId, styles)
  }
  return (pageId) => byPage.get(pageId) ?? others
}
