export type Placeholders = { phone: string; text: string; from: string };

/** How a value is written where it stands: so that a text can neither leave its place nor break what is around it. */
export const ENCODINGS = {
  url: encodeURIComponent,
  form: encodeURIComponent,
  json: (value: string): string => JSON.stringify(value).slice(1, -1),
} as const;

/** Fills {phone}, {text} and {from} in; other braces stay, so that JSON can be a template. */
export const fillTemplate = (template: string, values: Placeholders, encode: (value: string) => string): string =>
  template.replaceAll(/\{(phone|text|from)\}/g, (_whole, name: keyof Placeholders) => encode(values[name]));
