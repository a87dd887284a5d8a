/** A public test key (the all-"abandon" mnemonic of BIP84's vectors), with its checksum. */
export const TEST_DESCRIPTOR =
  "wpkh(tpubD6NzVbkrYhZ4XgiXtGrdW5XDAPFCL9h7we1vwNCpn8tGbBcgfVYjXyhWo4E1xkh56hjod1RhGjxbaTLV3X4FyWuejifB9jusQ46QzG87VKp/0/*)#qvnrzae8"
