import { Button } from "../../ui/button"
import { Dialog } from "../../ui/dialog"
import { Notice } from "../../ui/notice"
import { adviceOn, useGoogle } from "./use-google"

/** The sign-in dialog. Sign-in is always optional, and the dialog says so when it is not set up. */
export function SignInDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { config, attempt } = useGoogle({ isOpen: open, onSignedIn: onClose })
  const advice = attempt.isError ? adviceOn(attempt.error) : null
  const isOff = config.data === null
  return (
    <Dialog open={open} onClose={onClose} title="Sign In" className="sign-in">
      <div className="sign-in__content">
        <p>Sign in to access your account, track orders, and enjoy a personalized shopping experience.</p>
        <Button
          look="secondary"
          size="large"
          wide
          disabled={isOff}
          ariaDisabled={!config.data || attempt.isPending}
          onClick={() => attempt.mutate("google")}
        >
          <GoogleMark />
          {attempt.isPending ? "Waiting for Google..." : "Sign in with Google"}
        </Button>
        {config.data?.emulatorUrl && (
          <Button look="quiet" wide ariaDisabled={attempt.isPending} onClick={() => attempt.mutate("demo")}>
            Sign in as the demo shopper
          </Button>
        )}
        {isOff && (
          <Notice title="Sign-in is not set up in this shop yet">
            <p>You can buy everything without it: your order confirmation comes by email.</p>
          </Notice>
        )}
        {config.isError && (
          <Notice tone="danger" role="alert" title="Sign-in cannot be reached just now">
            <p>You can buy everything without it.</p>
            <Button look="secondary" onClick={() => void config.refetch()}>
              Try again
            </Button>
          </Notice>
        )}
        {advice && (
          <Notice tone="danger" role="alert" title="You are not signed in">
            <p>{advice}</p>
          </Notice>
        )}
        <p className="sign-in__terms">
          By signing in, you agree to our{" "}
          <a href="/policies/terms" target="_blank">
            Terms of Service
          </a>{" "}
          and{" "}
          <a href="/policies/privacy" target="_blank">
            Privacy Policy
          </a>
          .
        </p>
      </div>
    </Dialog>
  )
}

/** Google's logo in its own colours, as its branding rules require. */
function GoogleMark() {
  return (
    <svg viewBox="0 0 48 48" width="20" height="20" aria-hidden="true" focusable="false">
      <path
        fill="#ea4335"
        d="M24 9.5c3.5 0 6.7 1.2 9.2 3.6l6.9-6.9A24 24 0 0 0 2.6 13.2l8 6.2C12.4 13.7 17.7 9.5 24 9.5z"
      />
      <path
        fill="#4285f4"
        d="M47 24.6c0-1.6-.2-3.1-.4-4.6H24v9h12.9a11 11 0 0 1-4.8 7.2l7.7 6C44.4 38 47 31.8 47 24.6z"
      />
      <path fill="#fbbc05" d="M10.5 28.6a14.5 14.5 0 0 1 0-9.2l-8-6.2a24 24 0 0 0 0 21.6z" />
      <path
        fill="#34a853"
        d="M24 48c6.5 0 11.9-2.1 15.9-5.8l-7.7-6c-2.2 1.5-4.9 2.3-8.2 2.3-6.3 0-11.6-4.2-13.5-9.9l-8 6.2A24 24 0 0 0 24 48z"
      />
    </svg>
  )
}
