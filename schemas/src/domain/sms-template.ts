/** The variables of text messages; see SMS-3. */
export const SMS_VARIABLES = ['place', 'name', 'time', 'date'] as const;
export type SmsVariable = (typeof SMS_VARIABLES)[number];

/** Fills the variables in. Values are not filled in again, and other braces stay as they are. */
export const fillSmsText = (text: string, values: Record<SmsVariable, string>): string =>
  text.replaceAll(/\{(place|name|time|date)\}/g, (_whole, variable: SmsVariable) => values[variable]);
