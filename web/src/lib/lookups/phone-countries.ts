import type { PhoneCode } from '@belfry/schemas/http/lookups';

/** The main country of a dial code that several countries share. */
const MAIN: Readonly<Record<string, string>> = {
  '+1': 'US',
  '+7': 'RU',
  '+39': 'IT',
  '+44': 'GB',
  '+47': 'NO',
  '+61': 'AU',
  '+212': 'MA',
  '+262': 'RE',
  '+358': 'FI',
  '+590': 'GP',
  '+599': 'CW',
};

/** The entry of a dial code: the preferred country where it has that code, else the main one. */
export function phoneCodeOf(list: readonly PhoneCode[], dialCode: string, preferred: string): PhoneCode | undefined {
  const sharing = list.filter(({ phoneCode }) => phoneCode === dialCode);
  const of = (country: string | undefined) => sharing.find(({ countryCode }) => countryCode === country);
  return of(preferred) ?? of(MAIN[dialCode]) ?? sharing[0];
}
