export type Placeholders = { phone: string; text: string; from: string };

/** Encodes a value for its position in the template, so that it cannot change the template's structure. */
export const ENCODINGS = {
  url: encodeURIComponent,
  form: encodeURIComponent,
  json: (value: string): string => JSON.stringify(value).slice(1, -1),
} as const;

/** Replaces {phone}, {text} and {from}; other braces stay, so that JSON can be a template. */
export const fillTemplate = (template: string, values: Placeholders, encode: (value: string) => string): string =>
  template.replaceAll(/\{(phone|text|from)\}/g, (_whole, name: keyof Placeholders) => encode(values[name]));
