/** What stands beside the figures of an amount and says nothing of its size: blanks of all kinds, apostrophes, currencies, percent. A pattern of parts, for JavaScript and RE2 alike. */
export const BESIDE_FIGURES =
  "만원|万円|万元|원|[\\s\u00a0\u2009\u202f'’$€£%¥₩₺₽₹円元]|US\\$|R\\$|kr\\.?|zł|Ft|Kč|lei|CHF|EUR|USD|GBP|SEK|NOK|DKK|PLN|CZK|HUF|RON|TRY|RUB|JPY|CNY|INR|BRL|TL"
