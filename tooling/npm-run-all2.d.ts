declare module "npm-run-all2" {
  /** Rejects with an error that has `results` as well, when a script fails. */
  export default function runAll(
    scripts: readonly string[],
    options: object,
  ): Promise<{ name: string; code?: number }[]>
}
