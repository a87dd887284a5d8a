import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { build } from "vite"
import { expect, onTestFinished, test } from "vitest"
import { keepAssets } from "./keep-assets"
import { precompress } from "./precompress"

test("a build keeps the scripts of the one before, and no picture or compressed copy of it", async () => {
  const root = await mkdtemp(join(tmpdir(), "build-"))
  onTestFinished(() => rm(root, { recursive: true }))
  await mkdir(join(root, "public/art"), { recursive: true })
  const write = (file: string, text: string) => writeFile(join(root, file), text)
  const run = () =>
    build({ root, configFile: false, logLevel: "silent", plugins: [keepAssets(), precompress()] })

  await write("index.html", '<script type="module" src="/main.js"></script>')
  await write("main.js", "document.title = 'one'")
  await write("public/art/hero.svg", `<svg>${"<path/>".repeat(500)}</svg>`)
  await write("public/art/gone.svg", "<svg/>")
  await run()
  const [first] = await readdir(join(root, "dist/assets"))
  expect(await readdir(join(root, "dist/art"))).toContain("hero.svg.br")

  await write("main.js", "document.title = 'two'")
  await write("public/art/hero.svg", "<svg/>")
  await rm(join(root, "public/art/gone.svg"))
  await run()
  expect(await readdir(join(root, "dist/art"))).toEqual(["hero.svg"])
  const scripts = await readdir(join(root, "dist/assets"))
  expect(scripts).toContain(first)
  expect(scripts).toHaveLength(2)
})
