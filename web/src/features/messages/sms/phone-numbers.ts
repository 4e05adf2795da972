import { hasExtension, normalizePhone } from '@belfry/schemas/domain/phone';

/** Typed numbers: the stored forms of those that are numbers, each once, and the texts of those that are not. */
export function readNumbers(typed: readonly string[]): { numbers: string[]; invalid: string[] } {
  const numbers = new Set<string>();
  const invalid: string[] = [];
  for (const text of typed) {
    const number = hasExtension(text) || /\p{L}/u.test(text) ? null : normalizePhone(text);
    if (number === null) invalid.push(text);
    else numbers.add(number);
  }
  return { numbers: [...numbers], invalid };
}
