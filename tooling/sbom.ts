import { randomUUID } from "node:crypto"
import { nameOf, neededBy, readLock, shipped } from "./shipped.js"

// `npm run shop sbom`: the software bill of materials of both images, in CycloneDX. `npm sbom` leaves out Medusa and everything
// below it, because other workspaces name it as a development dependency.
const packages = readLock()
const folders = shipped(packages).sort()
const dependencies = [
  { ref: "shop", needs: ["backend", "storefront"].flatMap((folder) => neededBy(packages, folder)) },
  ...folders.map((folder) => ({ ref: folder, needs: neededBy(packages, folder) })),
]
const sbom = {
  bomFormat: "CycloneDX",
  specVersion: "1.5",
  serialNumber: `urn:uuid:${randomUUID()}`,
  version: 1,
  metadata: {
    timestamp: new Date().toISOString(),
    component: { type: "application", "bom-ref": "shop", name: "shop" },
  },
  components: folders.map(componentOf),
  dependencies: dependencies.map(({ ref, needs }) => ({
    ref,
    dependsOn: [...new Set(needs)].filter((folder) => folders.includes(folder)),
  })),
}
process.stdout.write(`${JSON.stringify(sbom, null, 1)}\n`)

function componentOf(folder: string) {
  const { version = "", optional, license, integrity } = packages[folder] ?? {}
  const name = nameOf(folder)
  return {
    type: "library",
    "bom-ref": folder,
    name,
    version,
    scope: optional === true ? "optional" : "required",
    purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
    ...(license !== undefined && { licenses: [licenceOf(license)] }),
    ...(integrity !== undefined && { hashes: [hashOf(integrity)] }),
  }
}

/** An SPDX expression, an SPDX id, or a text. */
function licenceOf(licence: string) {
  if (/ (OR|AND|WITH) /.test(licence)) return { expression: licence }
  return { license: licence.includes(" ") ? { name: licence } : { id: licence } }
}

/** `sha512-…` in base64, as the lock file has it. */
function hashOf(integrity: string) {
  const [algorithm = "", digest = ""] = integrity.split("-")
  return {
    alg: algorithm.toUpperCase().replace("SHA", "SHA-"),
    content: Buffer.from(digest, "base64").toString("hex"),
  }
}
