/** `1,234,567`; `toLocaleString` would load its tables, which takes five milliseconds. @param number a whole number */
export const groupedDigits = (number: number): string =>
  String(number).replace(/\B(?=(\d{3})+$)/g, ',')
