import { btc, ENGLISH_STAGES, type StageTexts } from "./stages.js"

/** Everything that `<bitcoin-payment>` says. Give your own as its property `texts`. */
export interface Texts {
  /** How amounts are written, such as `en-GB`. */
  locale: string
  stages: StageTexts
  /** Added while staff decide, for the reasons that concern the buyer. */
  reasons: Readonly<Record<string, string>>
  sendExactly: string
  sendRest: string
  toAddress: string
  satoshis: (amount: string) => string
  rate: (price: string) => string
  copy: { amount: string; address: string; invoice: string; done: string; failed: string }
  open: string
  timeLeft: string
  timeIsUp: string
  /** For a screen reader. */
  lessThan: (minutes: number) => string
  codes: { payment: string; lightning: string; address: string; label: string }
  scan: { payment: string; lightning: string; address: string }
  renew: string
  renewing: string
  transaction: string
  loading: string
  notFound: string
  unreachable: string
  /** By the code of an error, such as `too_often`. Without one the shop's English sentence is shown. */
  problems: Readonly<Record<string, string>>
}

export const english: Texts = {
  locale: "en-GB",
  stages: ENGLISH_STAGES,
  reasons: {
    late: "It arrived after the time to pay had run out.",
    short: "It is less than the amount of the order.",
    unconfirmed_too_long: "No block took it in time.",
    undone_after_capture: "The network has taken it out of its block.",
    paid_after_refund: "It arrived after the refund.",
    order_cancelled: "It arrived after the order had been cancelled.",
    superseded: "It was sent to an address that is no longer used for the order.",
    paid_twice: "The order had already been paid.",
  },
  sendExactly: "Send exactly",
  sendRest: "Still to send",
  toAddress: "To this address",
  satoshis: (amount) => `${amount} satoshis`,
  rate: (price) => `1 BTC = ${price}`,
  copy: {
    amount: "Copy amount",
    address: "Copy address",
    invoice: "Copy Lightning invoice",
    done: "Copied",
    failed: "Could not copy: please select the text.",
  },
  open: "Open in wallet",
  timeLeft: "This amount is held for",
  timeIsUp: "The time is up. Please wait a moment before sending anything.",
  lessThan: (minutes) => (minutes === 1 ? "Less than 1 minute left." : `Less than ${minutes} minutes left.`),
  codes: {
    payment: "With the amount",
    lightning: "Lightning only",
    address: "Address only",
    label: "The code to show",
  },
  scan: {
    payment: "Fills in the amount: works in most wallets.",
    lightning: "For Lightning wallets. Paid within a second.",
    address: "The code holds the address. Enter the amount yourself.",
  },
  renew: "Get a new quote",
  renewing: "Getting a new quote…",
  transaction: "Transaction",
  loading: "Loading the payment…",
  notFound: "There is no such order that is paid in Bitcoin.",
  unreachable: "The shop cannot be reached at the moment. This page keeps trying.",
  problems: {},
}

const LATER = "Bitcoin ist gerade nicht möglich. Bitte versuchen Sie es später wieder."
const NOT_IN_BITCOIN = "Diese Bestellung kann nicht mit Bitcoin bezahlt werden."

export const german: Texts = {
  locale: "de-DE",
  stages: {
    awaiting_payment: {
      title: "Bereit zur Zahlung",
      detail: () => "Senden Sie genau diesen Betrag. Die Seite aktualisiert sich von selbst.",
    },
    underpaid: {
      title: "Ein Teil der Zahlung ist da",
      detail: ({ receivedSats, remainingSats }) =>
        `${btc(receivedSats)} erhalten. Bitte senden Sie noch ${btc(remainingSats)} an dieselbe Adresse.`,
    },
    seen: {
      title: "Zahlung gesehen, Bestätigung steht aus",
      detail: () =>
        "Das Netzwerk kennt Ihre Transaktion. Die erste Bestätigung dauert meist 10 bis 30 Minuten.",
    },
    confirming: {
      title: "Die Zahlung wird bestätigt",
      detail: ({ confirmations, requiredConfirmations }) =>
        `${confirmations} von ${requiredConfirmations} Bestätigungen`,
    },
    confirmed: {
      title: "Zahlung bestätigt",
      detail: ({ surplusSats }) =>
        surplusSats === "0"
          ? "Vielen Dank."
          : `Vielen Dank. Sie haben ${btc(surplusSats)} zu viel gesendet. Der Betrag gehört Ihnen, wir melden uns.`,
    },
    expired: {
      title: "Dieses Angebot ist abgelaufen",
      detail: () => "Es kam nichts rechtzeitig an. Bitte senden Sie jetzt nichts mehr an die Adresse.",
    },
    late: {
      title: "Ihre Zahlung kam zu spät",
      detail: ({ receivedSats }) =>
        `Wir sehen ${btc(receivedSats)}, gesendet nach Ablauf der Zeit. Bitte nicht noch einmal senden: wir melden uns.`,
    },
    review: {
      title: "Ihre Zahlung ist da; wir melden uns",
      detail: () => "Wir müssen etwas von Hand prüfen. Sie brauchen nichts zu tun.",
    },
    cancelled: {
      title: "Diese Bestellung wurde storniert",
      detail: () => "Bitte senden Sie keine Zahlung dafür.",
    },
    refunded: {
      title: "Diese Bestellung wurde erstattet",
      detail: () => "Die Erstattung ist unterwegs zu Ihnen.",
    },
  },
  reasons: {
    late: "Sie kam nach Ablauf der Zeit an.",
    short: "Sie ist kleiner als der Betrag der Bestellung.",
    unconfirmed_too_long: "Kein Block hat sie rechtzeitig aufgenommen.",
    undone_after_capture: "Das Netzwerk hat sie wieder aus ihrem Block genommen.",
    paid_after_refund: "Sie kam nach der Erstattung an.",
    order_cancelled: "Sie kam nach der Stornierung an.",
    superseded: "Sie ging an eine Adresse, die für die Bestellung nicht mehr gilt.",
    paid_twice: "Die Bestellung war schon bezahlt.",
  },
  sendExactly: "Genau senden",
  sendRest: "Noch zu senden",
  toAddress: "An diese Adresse",
  satoshis: (amount) => `${amount} Satoshi`,
  rate: (price) => `1 BTC = ${price}`,
  copy: {
    amount: "Betrag kopieren",
    address: "Adresse kopieren",
    invoice: "Lightning-Rechnung kopieren",
    done: "Kopiert",
    failed: "Kopieren nicht möglich: bitte markieren Sie den Text.",
  },
  open: "In der Wallet öffnen",
  timeLeft: "Dieser Betrag gilt noch",
  timeIsUp: "Die Zeit ist um. Bitte warten Sie einen Moment, bevor Sie etwas senden.",
  lessThan: (minutes) =>
    minutes === 1 ? "Weniger als 1 Minute übrig." : `Weniger als ${minutes} Minuten übrig.`,
  codes: {
    payment: "Mit Betrag",
    lightning: "Nur Lightning",
    address: "Nur Adresse",
    label: "Welcher Code gezeigt wird",
  },
  scan: {
    payment: "Trägt den Betrag ein: geht mit fast jeder Wallet.",
    lightning: "Für Lightning-Wallets. In einer Sekunde bezahlt.",
    address: "Der Code enthält die Adresse. Den Betrag geben Sie selbst ein.",
  },
  renew: "Neues Angebot holen",
  renewing: "Neues Angebot kommt…",
  transaction: "Transaktion",
  loading: "Die Zahlung wird geladen…",
  notFound: "Es gibt keine solche Bestellung, die in Bitcoin bezahlt wird.",
  unreachable: "Der Shop ist gerade nicht erreichbar. Diese Seite versucht es weiter.",
  problems: {
    no_rate: LATER,
    no_chain: LATER,
    too_many_unpaid: LATER,
    currency_not_taken: NOT_IN_BITCOIN,
    too_small: NOT_IN_BITCOIN,
    still_valid: "Das letzte Angebot gilt noch.",
    payment_seen: "Bitte nicht noch einmal zahlen: Ihre Zahlung ist da.",
    closed: "Diese Bestellung kann nicht mehr bezahlt werden.",
    too_often: "Es gibt kein weiteres Angebot.",
  },
}

/** The texts of the language in a BCP 47 tag; English otherwise. */
export const textsFor = (language: string): Texts => (/^de\b/i.test(language) ? german : english)
