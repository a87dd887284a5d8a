import { ModuleProvider, Modules } from "@medusajs/framework/utils"
import { FirebaseAuthProvider } from "./provider"

export { deleteFirebaseUser, isGoogleUnavailable } from "./delete-user"
export { REASONS, type Reason } from "./verdict"

export const FIREBASE_AUTH = "firebase-auth"

export default ModuleProvider(Modules.AUTH, { services: [FirebaseAuthProvider] })
