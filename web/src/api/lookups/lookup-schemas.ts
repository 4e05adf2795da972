import {
  countrySchema,
  languageSchema,
  phoneCodeSchema,
  utcZoneSchema,
  type Country,
  type Language,
  type PhoneCode,
  type UtcZone,
} from '@belfry/schemas/http/lookups';
import { utcOffsetSchema } from '@belfry/schemas/domain/utc-offset';
import { z } from 'zod';

/** The lists as the console reads them: unknown fields are ignored, an empty list is replaced by the fallback. */
export const countryListSchema: z.ZodType<Country[]> = z.array(countrySchema.strip()).min(1);
export const phoneCodeListSchema: z.ZodType<PhoneCode[]> = z.array(phoneCodeSchema.strip()).min(1);
export const timeZoneListSchema: z.ZodType<UtcZone[]> = z
  .array(
    utcZoneSchema
      .extend({
        // Minutes, also written as `+HH:MM`; see LOOKUP-4.
        value: utcOffsetSchema,
        offset: utcOffsetSchema,
        time_zone: z.string().default(''),
        country_code: z.string().nullish(),
      })
      .strip()
      .transform(({ country_code, ...zone }) => ({ ...zone, country_code: country_code ?? null })),
  )
  .min(1);

const asLanguage = (code: string, name: string): Language => ({ code, name, native: name, flag: '' });
const languageNames = new Intl.DisplayNames('en', { type: 'language' });
const nameOf = (code: string): string => {
  try {
    return languageNames.of(code) ?? code;
  } catch {
    return code;
  }
};

/** A list of `{code, name}`, of codes, or a map of code to name; see LOOKUP-4. */
export const languageListSchema: z.ZodType<Language[]> = z
  .union([
    z.array(
      languageSchema
        .extend({ native: z.string().optional(), flag: z.string().default('') })
        .strip()
        .transform(({ native, ...language }) => ({ ...language, native: native ?? language.name })),
    ),
    z.array(z.string()).transform((codes) => codes.map((code) => asLanguage(code, nameOf(code)))),
    z
      .record(z.string(), z.string())
      .transform((names) => Object.entries(names).map(([code, name]) => asLanguage(code, name))),
  ])
  .refine((languages) => languages.length > 0);
