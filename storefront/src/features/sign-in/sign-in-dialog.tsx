import { Button } from "../../ui/button"
import { Dialog } from "../../ui/dialog"
import { Notice } from "../../ui/notice"

/** The sign-in modal. Signing in is optional everywhere, and the shop says so where it is not set up. */
export function SignInDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Sign In" className="sign-in">
      <div className="sign-in__content">
        <p>Sign in to access your account, track orders, and enjoy a personalized shopping experience.</p>
        <Button look="secondary" size="large" wide disabled>
          Sign in with Google
        </Button>
        <Notice title="Sign-in is not set up in this shop yet">
          <p>You can buy everything without it: your order confirmation comes by email.</p>
        </Notice>
        <p className="sign-in__terms">By signing in, you agree to our Terms of Service and Privacy Policy.</p>
      </div>
    </Dialog>
  )
}
