import { z } from "zod"

const processSchema = z.object({ name: z.string(), pid: z.number().int().positive() })
const toldSchema = z.object({
  servers: z.array(processSchema.extend({ answered: z.number(), open: z.array(z.string()) })),
  others: z.array(processSchema),
})

/** What the balancer before two servers says of them and of the worker; see @shop/sandbox's several/balancer.ts. */
export async function processesBehind(backendUrl: string) {
  const response = await fetch(`${backendUrl}/sandbox/servers`)
  return toldSchema.parse(await response.json())
}

/** As a power cut would end it. */
export const kill = ({ pid }: { pid: number }): void => void process.kill(pid, "SIGKILL")
