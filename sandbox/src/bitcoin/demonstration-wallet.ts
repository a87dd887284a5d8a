/**
 * The shop's wallet in the sandbox: account m/84'/1'/0' of the public test seed "abandon" × 11 "about" (BIP39), as a
 * watch-only descriptor (BIP380). A production shop rejects it.
 */
export const SANDBOX_DESCRIPTOR =
  "wpkh([73c5da0a/84h/1h/0h]tpubDC8msFGeGuwnKG9Upg7DM2b4DaRqg3CUZa5g8v2SRQ6K4NSkxUgd7HsL2XVWbVm39yBA4LAxysQAm397zwQSQoQgewGiYZqrA9DsP4zbQ1M/0/*)#evh9fu0w"
