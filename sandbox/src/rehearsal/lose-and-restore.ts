import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import type { Progress } from "../launcher/progress.js"
import { Explained } from "../process/explain.js"
import { backUp, type Machine, restore } from "./backup.js"
import { compareBooks, readBooks } from "./books.js"
import { askHowItIs, expectOrder, place, sell } from "./first-sale.js"
import type { Shape } from "./shape.js"

/**
 * The disk is lost: a backup is made while the shop sells, then more is sold, then the backup is put back and the shop
 * opened on it.
 * @param open starts the shop again
 * @returns the shop that was opened
 */
export async function loseAndRestore(
  machine: Machine,
  shape: Shape,
  open: () => Promise<Shape>,
  progress: Progress,
): Promise<Shape> {
  const { postgres, bitcoin } = machine.outside
  const kept = await sell(shape, bitcoin.url)
  const backedUp = await readBooks(postgres.url)
  const backup = await progress.step("A backup while the shop runs", () => backUp(machine, shape))
  const forgotten = [await sell(shape, bitcoin.url), (await place(shape)).id]
  const lost = await readBooks(postgres.url)

  await progress.step("The disk is lost; the backup is put back", () => restore(machine, shape, backup))
  const restored = await readBooks(postgres.url)
  compareBooks(backedUp, lost, restored)

  const opened = await progress.step("Opening the restored shop", open)
  try {
    await progress.step("It has what was backed up, and gives no address out again", async () => {
      await expectOrder(opened, kept, 200)
      for (const id of forgotten) await expectOrder(opened, id, 404)
      await expectPictures(machine, opened)
      const { bitcoinAddress } = await place(opened)
      if (lost.invoices.some(({ address }) => address === bitcoinAddress))
        throw new Explained("An address of before was given out again.")
      await sell(opened, bitcoin.url)
      await askHowItIs(opened)
    })
  } catch (error) {
    await opened.stop()
    throw error
  }
  return opened
}

async function expectPictures({ folder }: Machine, { shop }: Shape): Promise<void> {
  const media = join(folder, "files/media")
  const [picture] = existsSync(media)
    ? readdirSync(media).filter((name) => /\.(webp|png|jpe?g|svg)$/.test(name))
    : []
  if (picture === undefined) throw new Explained("No picture was restored.")
  const answer = await fetch(`${shop}/static/${encodeURIComponent(picture)}`)
  if (!answer.ok) throw new Explained(`${picture} is answered ${answer.status}.`)
}
