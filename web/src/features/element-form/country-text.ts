import { COMPANY_LIMITS } from '@belfry/schemas/domain/companies';
import type { Country } from '@belfry/schemas/http/lookups';

const english = new Intl.DisplayNames('en', { type: 'region' });

/** What an element keeps of a country: its name, or, where that is too long, its English name, or its code. */
export const countryText = ({ code, name }: Country): string =>
  [name, english.of(code) ?? code].find((text) => text.length <= COMPANY_LIMITS.country) ?? code;

/** The country that an element has; undefined for a text that is none of these. */
export const countryOf = (text: string, countries: readonly Country[]): Country | undefined =>
  countries.find((country) => countryText(country) === text || country.code === text || country.name === text);
