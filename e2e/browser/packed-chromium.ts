import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

/** A browser and the environment that it needs. */
export interface PackedChromium {
  executablePath: string
  env: Record<string, string>
}

const CACHE = join(import.meta.dirname, "..", "..", "node_modules", ".cache", "e2e")

// The package unpacks into the temporary folder, and its libraries only on AWS Lambda. A child process sets both
// variables, so that they affect nothing else.
const UNPACK = `
  import chromium from "@sparticuz/chromium"
  await chromium.executablePath()
`
const PRETEND_LAMBDA = { AWS_EXECUTION_ENV: "AWS_Lambda_nodejs20.x" }

const fontsConf = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`

/**
 * The headless Chromium in the npm package @sparticuz/chromium with its libraries. It needs no root, no download and no
 * system package. Each version is unpacked once, in about a second.
 *
 * @returns undefined on machines that the package does not support
 */
export function packedChromium(): PackedChromium | undefined {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined

  const folder = join(CACHE, `chromium-${packageVersion()}`)
  if (!existsSync(folder)) {
    mkdirSync(CACHE, { recursive: true })
    const staging = mkdtempSync(`${folder}-`)
    execFileSync(process.execPath, ["--input-type=module", "--eval", UNPACK], {
      cwd: import.meta.dirname,
      env: { ...process.env, ...PRETEND_LAMBDA, TMPDIR: staging },
      stdio: ["ignore", "ignore", "inherit"],
    })
    writeFileSync(join(staging, "fonts", "fonts.conf"), fontsConf(folder))
    moveIntoPlace(staging, folder)
  }
  return {
    executablePath: join(folder, "chromium"),
    env: {
      LD_LIBRARY_PATH: join(folder, "al2023", "lib"),
      FONTCONFIG_PATH: join(folder, "fonts"),
    },
  }
}

/** Renaming is atomic. A second process finds the folder complete. */
function moveIntoPlace(staging: string, folder: string): void {
  try {
    renameSync(staging, folder)
  } catch (error) {
    rmSync(staging, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}

function packageVersion(): string {
  const entry = createRequire(import.meta.url).resolve("@sparticuz/chromium")
  const manifest = readFileSync(join(dirname(entry), "..", "..", "package.json"), "utf8")
  const version = /"version": "([^"]+)"/.exec(manifest)?.[1]
  if (!version) throw new Error("@sparticuz/chromium does not say its version")
  return version
}
