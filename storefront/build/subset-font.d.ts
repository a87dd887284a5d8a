declare module "subset-font" {
  interface Options {
    targetFormat: "woff2"
    noHinting?: boolean
    keepFeatures?: string[]
    variationAxes?: Record<string, { min: number; max: number }>
  }
  /** The font reduced to the glyphs of `text`. */
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>
}
