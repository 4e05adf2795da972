/** A base 32 secret as people type it: `JBSW Y3DP`. */
export const groupsOfFour = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? '';

/** What is kept in a file: whose codes, and one per line. */
export const codesFile = (heading: string, codes: readonly string[]): string => `${heading}\n\n${codes.join('\n')}\n`;
