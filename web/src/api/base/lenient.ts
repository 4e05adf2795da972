import type { z } from 'zod';

type Path = readonly PropertyKey[];
type Checked<T> = { value: T } | { issues: readonly { message: string }[] };
/** A Standard Schema, as `rawResponseSchema` of an endpoint takes it. */
type AnswerSchema<T> = { '~standard': { version: 1; vendor: string; validate: (answer: unknown) => Checked<T> } };

/** Where an answer has fields that its schema does not know; null where something else is wrong with it. */
function unknownFields(issues: readonly z.core.$ZodIssue[], at: Path = []): Path[] | null {
  const found: Path[] = [];
  for (const issue of issues) {
    const path = [...at, ...issue.path];
    if (issue.code === 'unrecognized_keys') found.push(...issue.keys.map((key) => [...path, key]));
    else {
      const options = issue.code === 'invalid_union' ? issue.errors : [];
      const option = options.map((errors) => unknownFields(errors, path)).find((fields) => fields !== null);
      if (!option) return null;
      found.push(...option);
    }
  }
  return found;
}

function removeField(answer: unknown, [name, ...rest]: Path): void {
  if (typeof answer !== 'object' || answer === null || name === undefined) return;
  if (rest.length === 0) Reflect.deleteProperty(answer, name);
  else removeField(Reflect.get(answer, name), rest);
}

/**
 * Checks an answer of the server by the contract, for `rawResponseSchema`. Schemas of the contract are strict, but fields that they do
 * not know are ignored here: during an upgrade a newer server answers to an older page.
 */
export const lenient = <T>(schema: z.ZodType<T>): AnswerSchema<T> => ({
  '~standard': {
    version: 1,
    vendor: 'belfry',
    validate: (answer) => {
      const { data, error } = schema.safeParse(answer);
      if (!error) return { value: data };
      const fields = unknownFields(error.issues);
      if (!fields) return error;
      const known = structuredClone(answer);
      for (const field of fields) removeField(known, field);
      const again = schema.safeParse(known);
      return again.success ? { value: again.data } : again.error;
    },
  },
});
