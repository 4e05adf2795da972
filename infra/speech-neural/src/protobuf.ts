/** A field of a message: a number (`value`), or the content of a text, message or packed list (`bytes`); others have neither. */
export type Field = { number: number; value?: number; bytes?: Uint8Array };

const VARINT_BYTES_MAX = 10;
const VARINT = 0;
const FIXED_64 = 1;
const LENGTH = 2;
const FIXED_32 = 5;
const BITS = 7;
const LOW_BITS = 0x7f;
const MORE = 0x80;

const truncated = (): Error => new Error('the file is truncated or no model');

/** The fields of a message in their order, without a copy of what they contain. Throws an Error where the message is damaged. */
export function* fieldsOf(message: Uint8Array): Generator<Field> {
  let at = 0;
  const readVarint = (): number => {
    let value = 0;
    for (let count = 0; count < VARINT_BYTES_MAX; count += 1) {
      const byte = message[at];
      if (byte === undefined) throw truncated();
      at += 1;
      // Larger numbers than 2^53 lose their last bits: nothing that is checked has such values.
      value += (byte & LOW_BITS) * 2 ** (BITS * count);
      if ((byte & MORE) === 0) return value;
    }
    throw truncated();
  };
  const skip = (length: number): number => {
    const from = at;
    if (length > message.length - at) throw truncated();
    at += length;
    return from;
  };
  while (at < message.length) {
    const key = readVarint();
    const number = Math.floor(key / 8);
    if (number === 0) throw truncated();
    switch (key % 8) {
      case VARINT:
        yield { number, value: readVarint() };
        break;
      case LENGTH: {
        const length = readVarint();
        const from = skip(length);
        yield { number, bytes: message.subarray(from, at) };
        break;
      }
      case FIXED_64:
        skip(8);
        yield { number };
        break;
      case FIXED_32:
        skip(4);
        yield { number };
        break;
      default:
        throw truncated();
    }
  }
}

const TEXT_MAX = 10_000;
const decoder = new TextDecoder();

/** A text field; names that are longer than any real one are refused. */
export function textOf(bytes: Uint8Array): string {
  if (bytes.length > TEXT_MAX) throw new Error('a name in the model is too long');
  return decoder.decode(bytes);
}
