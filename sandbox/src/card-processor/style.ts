/** The look of the hosted pages and the dashboard. */
export const STYLE = `
  :root {
    color-scheme: light dark;
    --ink: light-dark(#1a1f36, #e8eaf2); --quiet: light-dark(#5a6178, #a4abc2); --line: light-dark(#d5d9e6, #3a4160);
    --page: light-dark(#fff, #12162a); --side: light-dark(#f4f5fa, #1a1f38); --field: light-dark(#fff, #1e2440);
    --accent: light-dark(#4338ca, #a5b4fc); --on-accent: light-dark(#fff, #12162a);
    --bad: light-dark(#b3261e, #ffb4ab); --bad-back: light-dark(#fdeceb, #4a1512); --banner: light-dark(#fff4d6, #4a3a08);
    font: 16px/1.5 system-ui, sans-serif;
  }
  * { box-sizing: border-box }
  body { margin: 0; background: var(--page); color: var(--ink) }
  .banner { margin: 0; padding: .5rem 1rem; background: var(--banner); text-align: center; font-size: .9375rem }
  main, .summary { padding: 1.5rem 1.25rem }
  main { max-width: 30rem; margin: 0 auto; width: 100% }
  main.narrow { padding-top: 4rem }
  main.wide { max-width: 64rem }
  .summary { background: var(--side) }
  .summary > * { max-width: 26rem; margin-inline: auto }
  h1 { font-size: 1.25rem; margin: 0 0 1rem }
  h2 { font-size: 1rem; margin: 2rem 0 .5rem }
  .total { font-size: 2.25rem; font-weight: 650; line-height: 1.2; margin-block: 0 1rem }
  ul { list-style: none; margin: 0; padding: 0 }
  .summary li { display: flex; justify-content: space-between; gap: 1rem; padding: .5rem 0; border-bottom: 1px solid var(--line) }
  .summary li span:last-child { white-space: nowrap; font-variant-numeric: tabular-nums }
  .quiet { color: var(--quiet); font-size: .875rem; overflow-wrap: anywhere }
  form { display: grid; gap: .875rem; margin: 0 }
  label { display: grid; gap: .25rem; font-size: .875rem; font-weight: 500 }
  input, select { font: inherit; font-size: 1rem; width: 100%; padding: .625rem .75rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--field); color: inherit }
  input[aria-invalid] { border-color: var(--bad) }
  .pair, .wallets, .answers { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem }
  button { font: inherit; font-weight: 600; min-height: 2.875rem; padding: .5rem 1rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--field); color: inherit; cursor: pointer }
  .wallets button { background: #000; color: #fff; border-color: #666 }
  button.pay { background: var(--accent); border-color: var(--accent); color: var(--on-accent) }
  :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
  .or { text-align: center; color: var(--quiet); font-size: .875rem; margin: 1rem 0 }
  .reason { margin: 0 0 1rem; padding: .75rem 1rem; border-radius: .5rem; background: var(--bad-back); color: var(--bad) }
  a { color: var(--accent) }
  details { margin-top: 1.5rem; border-top: 1px solid var(--line); padding-top: 1rem; font-size: .875rem }
  summary { cursor: pointer; font-weight: 600 }
  .cards li { display: grid; grid-template-columns: 11.5rem 1fr; gap: .75rem; padding: .375rem 0 }
  .cards a { font-variant-numeric: tabular-nums; white-space: nowrap }
  .cards span { color: var(--quiet) }
  table { border-collapse: collapse; width: 100%; font-size: .875rem }
  th, td { text-align: left; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere }
  .actions { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin-top: 1rem }
  .actions form { display: flex; gap: .5rem; align-items: end }
  @media (min-width: 52rem) {
    .columns { display: grid; grid-template-columns: 1fr 1fr; min-height: calc(100vh - 2.5rem) }
    .columns main, .summary { padding-top: 4rem }
  }
`
