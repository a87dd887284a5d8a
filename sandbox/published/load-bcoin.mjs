import Chain from "bcoin/lib/blockchain/chain.js"
import Mempool from "bcoin/lib/mempool/mempool.js"
import Miner from "bcoin/lib/mining/miner.js"
import Address from "bcoin/lib/primitives/address.js"
import KeyRing from "bcoin/lib/primitives/keyring.js"
import MTX from "bcoin/lib/primitives/mtx.js"
import TX from "bcoin/lib/primitives/tx.js"
import Network from "bcoin/lib/protocol/network.js"
import networks from "bcoin/lib/protocol/networks.js"
import levelDown from "leveldown"

/** Its parts by name: bcoin's own index names them at run time, and a bundler would miss them. */
export const loadBcoin = () => ({
  bcoin: { Address, Chain, KeyRing, MTX, Mempool, Miner, Network, TX, networks },
  levelDown,
})
