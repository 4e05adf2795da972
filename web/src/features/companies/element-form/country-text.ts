import { COMPANY_LIMITS } from '@belfry/schemas/domain/companies';
import type { Country } from '@belfry/schemas/http/lookups';

const english = new Intl.DisplayNames('en', { type: 'region' });

/** The stored text of a country: its name, or, where that is too long, its English name, or its code. */
export const countryText = ({ code, name }: Country): string =>
  [name, english.of(code) ?? code].find((text) => text.length <= COMPANY_LIMITS.country) ?? code;

/** The country of a stored text; undefined where it matches none. */
export const countryOf = (text: string, countries: readonly Country[]): Country | undefined =>
  countries.find((country) => countryText(country) === text || country.code === text || country.name === text);
