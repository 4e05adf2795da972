import { Resolver } from 'node:dns/promises';

const LOOKUP_MS = 3_000;

/** The name of the TXT record that proves a domain. */
export const proofNameOf = (domain: string): string => `_belfry.${domain}`;

/** Whether the TXT record of a domain has this value; false where the name server does not answer. */
export async function hasProof(domain: string, value: string): Promise<boolean> {
  const resolver = new Resolver({ timeout: LOOKUP_MS, tries: 1 });
  try {
    const records = await resolver.resolveTxt(proofNameOf(domain));
    return records.some((parts) => parts.join('') === value);
  } catch {
    return false;
  }
}
