import type { CompanyNode } from '@belfry/schemas/http/companies/companies';

export type PostalAddress = Pick<CompanyNode, 'continent' | 'country' | 'city' | 'street' | 'house' | 'zip'>;

/** `Main 1, Kyiv, Ukraine`; empty for an empty address. */
export const postalAddressLine = ({
  street,
  house,
  city,
  country,
}: Pick<PostalAddress, 'street' | 'house' | 'city' | 'country'>) =>
  [[street, house].filter(Boolean).join(' '), city, country].filter(Boolean).join(', ');
