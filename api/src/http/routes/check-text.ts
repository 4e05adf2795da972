import { type AppError, fieldError } from '../../errors.ts';

/** Far deeper than every schema; it protects recursive functions from a stack overflow. */
const DEPTH_MAX = 64;

type Place = { value: unknown; path: readonly string[] };

/**
 * Refuses texts that Postgres cannot store: NUL and unpaired surrogates, in values and keys. Also refuses excessive
 * nesting; it does not use recursion itself.
 * @param part the part of the request, for the message
 */
export function checkText(part: 'params' | 'query' | 'body', input: unknown): void {
  const stack: Place[] = [{ value: input, path: [] }];
  for (let place = stack.pop(); place; place = stack.pop()) {
    const { value, path } = place;
    if (typeof value === 'string') {
      if (!isStorableText(value)) throw refusal(path, part, 'must not contain NUL or half of a surrogate pair');
    } else if (typeof value === 'object' && value !== null) {
      if (path.length >= DEPTH_MAX) throw refusal([], part, `is nested deeper than ${DEPTH_MAX} levels`);
      for (const [key, item] of Object.entries(value)) {
        if (!isStorableText(key)) throw refusal(path, part, 'has a name with NUL or half of a surrogate pair');
        stack.push({ value: item, path: [...path, key] });
      }
    }
  }
}

const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

function refusal(path: readonly string[], part: string, message: string): AppError {
  const field = path.join('.');
  const text = `${field === '' ? `The ${part === 'params' ? 'path' : part}` : field} ${message}`;
  return fieldError('invalid_input', field, text);
}
