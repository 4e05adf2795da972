import { SCIM_PAGE_MAX } from '@belfry/schemas/http/single-sign-on/scim';
import { AppError } from '../../../errors.ts';

const EQUALS = /^\s*([\w.]+(?:\[[^\]]*\])?(?:\.\w+)?)\s+eq\s+"((?:[^"\\]|\\.)*)"\s*$/i;

/** The attribute and the value of a filter `attribute eq "value"`; null without a filter. Throws invalid_input for any other one. */
export function readFilter<Name extends string>(
  filter: string | undefined,
  names: Readonly<Record<string, Name>>,
): { name: Name; value: string } | null {
  if (filter === undefined || filter.trim() === '') return null;
  const [, attribute = '', quoted = ''] = EQUALS.exec(filter) ?? [];
  const plain = attribute.replaceAll(/\[[^\]]*\]/g, '').toLowerCase();
  const name = Object.hasOwn(names, plain) ? names[plain] : undefined;
  if (name === undefined)
    throw new AppError(
      'invalid_input',
      `The filter must be one of ${Object.keys(names).join(', ')} with eq and a text`,
    );
  return { name, value: quoted.replaceAll(/\\(.)/g, '$1') };
}

/** The rows that a list asks for; counts out of bounds are moved to the bounds. */
export function boundsOf({ startIndex, count }: { startIndex: number; count: number }): {
  limit: number;
  offset: number;
} {
  return {
    limit: Math.min(Math.max(count, 0), SCIM_PAGE_MAX),
    offset: Math.min(Math.max(startIndex, 1), 1_000_000) - 1,
  };
}
