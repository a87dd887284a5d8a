import type {
  AuthenticationInput,
  AuthenticationResponse,
  AuthIdentityDTO,
  AuthIdentityProviderService,
  Logger,
} from "@medusajs/framework/types"
import { AbstractAuthModuleProvider, MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { optionsSchema } from "./options"
import { tokenVerifier, type VerifyToken } from "./token-verifier"
import type { GoogleUser } from "./verdict"

const bodySchema = z.object({ idToken: z.string() })

/** Identities are found by the Firebase uid of an ID token, and made at the first sign-in. Errors are `REASONS`. */
export class FirebaseAuthProvider extends AbstractAuthModuleProvider {
  static override identifier = "firebase-auth"
  static override DISPLAY_NAME = "Google"

  private readonly verify: VerifyToken

  static override validateOptions(options: Record<string, unknown>): void {
    optionsSchema.parse(options)
  }

  constructor({ logger }: { logger: Logger }, options: unknown) {
    super()
    this.verify = tokenVerifier(optionsSchema.parse(options), {
      onError: (error) => logger.error("Google sign-in is not available", asError(error)),
    })
  }

  override async authenticate(
    { body }: AuthenticationInput,
    identities: AuthIdentityProviderService,
  ): Promise<AuthenticationResponse> {
    const parsed = bodySchema.safeParse(body)
    if (!parsed.success) return { success: false, error: "refused" }
    const verdict = await this.verify(parsed.data.idToken)
    if (!verdict.ok) return { success: false, error: verdict.because }
    return { success: true, authIdentity: await identityOf(verdict.user, identities) }
  }

  /** There is nothing to register: the first sign-in does it. */
  override register(
    data: AuthenticationInput,
    identities: AuthIdentityProviderService,
  ): Promise<AuthenticationResponse> {
    return this.authenticate(data, identities)
  }
}

async function identityOf(
  user: GoogleUser,
  identities: AuthIdentityProviderService,
): Promise<AuthIdentityDTO> {
  const { uid: entity_id, ...user_metadata } = user
  try {
    await identities.retrieve({ entity_id })
  } catch (error) {
    if (!isNotFound(error)) throw error
    try {
      return await identities.create({ entity_id, user_metadata })
    } catch (creating) {
      // Two first sign-ins at once: the unique key lets one through, and the other updates it.
      await identities.retrieve({ entity_id }).catch(() => {
        throw creating
      })
    }
  }
  return identities.update(entity_id, { user_metadata })
}

function isNotFound(error: unknown): boolean {
  return (
    error instanceof Error && MedusaError.isMedusaError(error) && error.type === MedusaError.Types.NOT_FOUND
  )
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new MedusaError(MedusaError.Types.UNEXPECTED_STATE, String(error))
}
