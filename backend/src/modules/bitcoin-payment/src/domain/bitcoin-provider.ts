/** Medusa's ids of the plugin's payment providers, such as `pp_bitcoin_strict`: in SQL too (`id ~ source`). */
export const BITCOIN_PROVIDER = /^pp_bitcoin_/
