import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

/** A browser and the environment in which alone it is to be launched. */
export interface PackedChromium {
  executablePath: string
  env: Record<string, string>
}

const CACHE = join(import.meta.dirname, "..", "..", "node_modules", ".cache", "e2e")

// The package unpacks into the system's temp folder, and its libraries only where it believes itself in AWS
// Lambda. Both are told to it in a process of its own, so that nothing else here ever sees these settings.
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
 * The headless Chromium that lies compressed in the npm package @sparticuz/chromium, with the libraries it
 * needs: no root, no download, no system package. Unpacked once per version, in about a second.
 *
 * @returns undefined on machines for which the package holds no browser
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

/** A rename is all or nothing; whoever comes second finds the work done. */
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
