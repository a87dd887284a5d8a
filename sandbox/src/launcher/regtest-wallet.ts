/**
 * The shop's wallet in the sandbox: account m/84'/1'/0' of the seed phrase that everybody knows, "abandon" eleven times
 * and "about" (BIP39's first test vector). Public, worthless, and refused by a production shop.
 * A watch-only descriptor of BIP380 with its checksum.
 */
export const SANDBOX_DESCRIPTOR =
  "wpkh([73c5da0a/84h/1h/0h]tpubDC8msFGeGuwnKG9Upg7DM2b4DaRqg3CUZa5g8v2SRQ6K4NSkxUgd7HsL2XVWbVm39yBA4LAxysQAm397zwQSQoQgewGiYZqrA9DsP4zbQ1M/0/*)#evh9fu0w"
