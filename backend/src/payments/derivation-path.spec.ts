import { expect, it } from "vitest"
import { derivationPath } from "./derivation-path"

it.each([
  ["wpkh([73c5da0a/84h/1h/0h]tpubDC8/0/*)#evh9fu0w", "m/84h/1h/0h/0/7"],
  ["sh(wpkh([73c5da0a/49'/0'/0']xpub6C/0/*))#aaaaaaaa", "m/49h/0h/0h/0/7"],
  ["pkh(tpubD6N/0/*)#qvnrzae8", "…/0/7"],
  ["pkh(tpubD6N/*)#qvnrzae8", "…/7"],
])("%s leads to %s", (descriptor, path) => {
  expect(derivationPath(descriptor, 7)).toBe(path)
})
