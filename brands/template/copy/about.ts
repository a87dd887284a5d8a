import type { AboutCopy } from "../../types"

export const about: AboutCopy = {
  description: "Who is behind Your Shop, and how we work.",
  title: "About Your Shop",
  lead: "Say here who you are and what you make or choose.",
  story: "Then tell how it came about, and what matters to you.",
  values: [
    { icon: "star", title: "Quality", text: "We sell what we would buy ourselves." },
    { icon: "user", title: "Customer care", text: "You'll hear from one of us within a day." },
    { icon: "shield", title: "Honesty", text: "The price you see is the price you pay." },
  ],
  commitments: ["No trackers on this site and no data sold, ever."],
  differences: [{ title: "Small and careful", text: "We know everything that we sell." }],
  people: [{ name: "You", job: "Owner", text: "Say what you do here.", art: "/art/about.svg" }],
  productsLink: "See our products",
}
