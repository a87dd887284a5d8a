declare module "subset-font" {
  interface Options {
    targetFormat: "woff2"
    noHinting?: boolean
    /** OpenType's tags. */
    keepFeatures?: string[]
    variationAxes?: Record<string, { min: number; max: number }>
  }
  /** The font with the glyphs of `text` and what its features make of them. */
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>
}
