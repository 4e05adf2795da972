import { Resolver } from 'node:dns/promises';

const LOOKUP_MS = 3_000;

export const proofNameOf = (domain: string): string => `_belfry.${domain}`;

/** False where the name server does not answer. */
export async function hasProof(domain: string, value: string): Promise<boolean> {
  const resolver = new Resolver({ timeout: LOOKUP_MS, tries: 1 });
  try {
    const records = await resolver.resolveTxt(proofNameOf(domain));
    return records.some((parts) => parts.join('') === value);
  } catch {
    return false;
  }
}
