import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"

/** The styles that a page contains, so that it is painted without waiting for another file (ADR 46). */
export interface PageStyles {
  css: string
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

export const pageStyles = (css: string): PageStyles => ({
  css,
  hash: `'sha256-${createHash("sha256").update(css).digest("base64")}'`,
})

/** Reads each file once. @param builtFile the path of a source file's build */
export async function readPageStyles(
  builtFile: (source: string) => string,
): Promise<(pageId: string) => PageStyles> {
  const read = async (name: string) =>
    pageStyles(await readFile(builtFile(`src/app/page-styles/${name}.css`), "utf8"))
  const others = await read(OF_OTHERS)
  const byPage = new Map<string, PageStyles>()
  for (const [name, pageIds] of Object.entries(PAGES_OF)) {
    const styles = await read(name)
    for (const pageId of pageIds) byPage.set(pageId, styles)
  }
  return (pageId) => byPage.get(pageId) ?? others
}
