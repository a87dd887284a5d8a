import { expect, it } from "vitest"
import { csvLines } from "./csv"

it.each([
  [["12", "0.5"], "12,0.5\r\n"],
  [["median of bitstamp, coinbase", 'say "cheese"'], '"median of bitstamp, coinbase","say ""cheese"""\r\n'],
  [["two\nlines", "two\rlines", ""], '"two\nlines","two\rlines",\r\n'],
  [["=1+1", "+44", "-5+1", "@sum"], "'=1+1,'+44,'-5+1,'@sum\r\n"],
  [["-5", "-1.00", "-1,00"], '-5,-1.00,"\'-1,00"\r\n'],
  [['=HYPERLINK("x"),1'], '"\'=HYPERLINK(""x""),1"\r\n'],
])("%j is written as %j", (cells, line) => {
  expect(csvLines([cells])).toBe(line)
})
