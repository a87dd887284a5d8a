/** Every colour and size is a variable of the host; every part has a name for `::part()`. The colours are those of the page's `color-scheme`. */
export const STYLES = `
:host {
  --bp-text: CanvasText; --bp-muted: color-mix(in srgb, CanvasText 68%, Canvas); --bp-surface: Canvas;
  --bp-line: #8886; --bp-accent: #b54708; --bp-on-accent: #fff; --bp-radius: 12px;
  --bp-font: system-ui, sans-serif;
  display: block; max-width: 30rem; color: var(--bp-text); font: 1rem/1.5 var(--bp-font);
}
:host([hidden]), [hidden], .card > :empty { display: none !important; }
* { box-sizing: border-box; }
.card { display: grid; gap: 1.25rem; padding: clamp(1rem, 5vw, 1.75rem); background: var(--bp-surface); border: 1px solid var(--bp-line); border-radius: var(--bp-radius); }
h2, h3, p { margin: 0; overflow-wrap: anywhere; }
h2 { margin-bottom: .25rem; font-size: 1.25rem; line-height: 1.3; }
.confirmed::before { content: "✓ " / ""; color: var(--bp-accent); }
h3 { font-size: .875rem; font-weight: 500; color: var(--bp-muted); }
.muted { color: var(--bp-muted); font-size: .9375rem; }
.pay { display: grid; gap: 1.25rem; }
.amount { font-size: clamp(1.375rem, 7vw, 1.75rem); font-weight: 650; line-height: 1.3; }
.amount span { font-weight: 400; }
.amount, .clock { font-variant-numeric: tabular-nums; }
.address { font-family: ui-monospace, monospace; font-size: .9375rem; }
.row { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin-top: .5rem; }
button, .wallet { min-height: 2.75rem; padding: .5rem 1rem; border: 1px solid var(--bp-line); border-radius: calc(var(--bp-radius) / 2); background: transparent; color: inherit; font: inherit; cursor: pointer; }
.wallet, .renew { display: block; border-color: transparent; background: var(--bp-accent); color: var(--bp-on-accent); font-weight: 600; text-align: center; text-decoration: none; }
:focus-visible { outline: 3px solid var(--bp-accent); outline-offset: 2px; }
[aria-disabled=true] { opacity: .6; cursor: progress; }
fieldset { display: flex; flex-wrap: wrap; width: 100%; min-width: 0; margin: 0; padding: 0; border: 1px solid var(--bp-line); border-radius: calc(var(--bp-radius) / 2); overflow: clip; }
fieldset label { flex: 1; min-height: 2.75rem; display: grid; place-items: center; padding: .25rem .5rem; font-size: .875rem; text-align: center; cursor: pointer; }
fieldset label:has(:checked) { background: var(--bp-accent); color: var(--bp-on-accent); font-weight: 600; }
fieldset label:has(:focus-visible) { outline: 3px solid var(--bp-text); outline-offset: -3px; }
.code { display: grid; gap: .75rem; justify-items: center; text-align: center; }
.code img { width: min(280px, 100%); height: auto; border-radius: calc(var(--bp-radius) / 2); }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
a { color: inherit; }
@media (forced-colors: active) { .wallet, .renew, fieldset label:has(:checked) { border: 2px solid; } }
`
