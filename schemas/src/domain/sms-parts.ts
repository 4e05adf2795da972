/** The parts of one text message; each is charged. */
export type SmsParts = {
  encoding: 'GSM-7' | 'UCS-2';
  parts: number;
  /** In the units of the encoding: septets, or UTF-16 code units. */
  used: number;
  /** Units until another part begins. */
  left: number;
};

/** The basic characters of GSM 03.38, and those that take an escape septet. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const EXTENDED = new Set('\f^{}\\[~]|€');

/** Units of a message in one part, and of each part of a longer one, which has a header. */
const LIMITS = { 'GSM-7': { single: 160, multiple: 153 }, 'UCS-2': { single: 70, multiple: 67 } } as const;

/**
 * Counts the parts of a text message. One character outside GSM 03.38 makes the whole text UCS-2. An escaped character and a
 * surrogate pair are never divided between two parts.
 */
export function countSmsParts(text: string): SmsParts {
  const characters = Array.from(text);
  const gsm = characters.every((character) => BASIC.has(character) || EXTENDED.has(character));
  const encoding = gsm ? 'GSM-7' : 'UCS-2';
  const units = characters.map((character) => (gsm ? (EXTENDED.has(character) ? 2 : 1) : character.length));
  const used = units.reduce((sum, size) => sum + size, 0);
  const { single, multiple } = LIMITS[encoding];
  if (used <= single) return { encoding, parts: used === 0 ? 0 : 1, used, left: single - used };
  let parts = 1;
  let inPart = 0;
  for (const size of units) {
    if (inPart + size > multiple) {
      parts += 1;
      inPart = 0;
    }
    inPart += size;
  }
  return { encoding, parts, used, left: multiple - inPart };
}
