import { AppError } from '../errors.ts';

/** Far deeper than any schema of ours goes; nothing that walks a body by recursion can overflow the stack. */
const DEPTH_MAX = 64;

type Place = { value: unknown; path: readonly string[] };

/**
 * Refuses what Postgres can store nowhere, before any handler sees it: NUL and half a surrogate pair in a text or a key,
 * and nesting without end. Walks without recursion.
 * @param part what is being checked: the body, the query or the path's parameters
 */
export function checkText(part: 'params' | 'query' | 'body', input: unknown): void {
  const waiting: Place[] = [{ value: input, path: [] }];
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    const { value, path } = place;
    if (typeof value === 'string') {
      if (!isStorableText(value)) throw refusal(path, part, 'must not contain NUL or half of a surrogate pair');
    } else if (typeof value === 'object' && value !== null) {
      if (path.length >= DEPTH_MAX) throw refusal([], part, `is nested deeper than ${DEPTH_MAX} levels`);
      for (const [key, item] of Object.entries(value)) {
        if (!isStorableText(key)) throw refusal(path, part, 'has a name with NUL or half of a surrogate pair');
        waiting.push({ value: item, path: [...path, key] });
      }
    }
  }
}

const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

function refusal(path: readonly string[], part: string, message: string): AppError {
  const field = path.join('.');
  const text = `${field === '' ? `The ${part === 'params' ? 'path' : part}` : field} ${message}`;
  return new AppError('invalid_input', text, { details: [{ path: field, message: text }] });
}
