/** A base 32 secret in groups of four: `JBSW Y3DP`. */
export const groupsOfFour = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? '';

/** The text of a file with the account and one code per line. */
export const codesFile = (heading: string, codes: readonly string[]): string => `${heading}\n\n${codes.join('\n')}\n`;
