let isCorrected = false

/**
 * A Vite plugin that corrects Medusa's list of products: it renders the dialogs over it (Create, Import, Export) twice, and each
 * of the two hides the other one from a screen reader. Its other lists switch one of the outlets off. In development Vite bundles
 * dependencies beforehand, with plugins of their own (`optimizeDeps`).
 */
export const oneDialogOnProducts = {
  name: "one-dialog-on-products",
  transform(code: string, id: string): string | null {
    if (!/@medusajs\/dashboard\/dist\/product-list-[^/]*\.mjs/.test(id)) return null
    const corrected = code.replace(/widgetsZonePrefix: "product\.list",/, "$& hasOutlet: false,")
    if (corrected === code) throw new Error("Medusa's list of products has changed: is this still needed?")
    isCorrected = true
    return corrected
  },
  /** Development servers do not call it. */
  generateBundle(): void {
    if (!isCorrected) throw new Error("Medusa's list of products has moved: is this still needed?")
  },
}
