import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"

/** The styles that a page contains, so that it is painted without waiting for another file (ADR 46). */
export interface PageStyles {
  css: string
  /** As a content security policy names it. */
  hash: string
}

/** Files of `src/app/page-styles`. Pages that are not listed use `every-page`. */
const STYLES_OF_PAGE: Record<string, string> = {
  "src/pages/home.tsx": "home",
  "src/pages/products.tsx": "products",
  "src/pages/category.tsx": "products",
  "src/pages/product.tsx": "product",
  "src/pages/checkout.tsx": "checkout",
  "src/pages/account.tsx": "signed-in",
  "src/pages/orders.tsx": "signed-in",
  "src/pages/about.tsx": "text",
  "src/pages/faq.tsx": "text",
  "src/pages/contact.tsx": "text",
  "src/pages/policy.tsx": "text",
  "src/pages/find-order.tsx": "text",
  "src/pages/not-found.tsx": "text",
}
const OF_OTHERS = "every-page"

/** Reads the styles of every page. @param builtFile the path of a source file's build */
export async function readPageStyles(
  builtFile: (source: string) => string,
): Promise<(pageId: string) => PageStyles> {
  const read = async (name: string): Promise<PageStyles> => {
    const css = await readFile(builtFile(`src/app/page-styles/${name}.css`), "utf8")
    return { css, hash: `'sha256-${createHash("sha256").update(css).digest("base64")}'` }
  }
  const others = await read(OF_OTHERS)
  const entries = Object.entries(STYLES_OF_PAGE).map(
    async ([pageId, name]) => [pageId, await read(name)] as const,
  )
  const byPage = new Map(await Promise.all(entries))
  return (pageId) => byPage.get(pageId) ?? others
}
