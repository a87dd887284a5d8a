const TITLES = {
  400: "Bad request",
  404: "Not found",
  413: "Content too large",
  429: "Too many requests",
  503: "Service unavailable",
} as const satisfies Record<number, string>

/** A problem document in the backend's form (RFC 9457). Send it as `PROBLEM_TYPE`. */
export const problem = (status: keyof typeof TITLES, code: string, detail: string) => ({
  type: "about:blank",
  title: TITLES[status],
  status,
  code,
  detail,
})
