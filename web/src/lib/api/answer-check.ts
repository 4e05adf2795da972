import type { Reader } from '@belfry/schemas/json/reader';
import type { z } from 'zod';

type Path = readonly PropertyKey[];
type Checked<T> = { value: T } | { issues: readonly { message: string }[] };
/** A Standard Schema, as `rawResponseSchema` of an endpoint takes it. */
export type AnswerCheck<T> = { '~standard': { version: 1; vendor: string; validate: (answer: unknown) => Checked<T> } };
type Issue = z.core.$ZodIssue;

/** Without an unknown field another option of a union may fit, which has unknown fields of its own. */
const REPAIRS_MAX = 3;

/** The paths of fields that the schema does not know; null where something else is wrong. */
function unknownFields(issues: readonly Issue[], at: Path = []): Path[] | null {
  const paths: Path[] = [];
  for (const issue of issues) {
    const path = [...at, ...issue.path];
    if (issue.code === 'unrecognized_keys') paths.push(...issue.keys.map((key) => [...path, key]));
    else {
      const options = issue.code === 'invalid_union' ? issue.errors : [];
      const option = options.map((errors) => unknownFields(errors, path)).find((fields) => fields !== null);
      if (!option) return null;
      paths.push(...option);
    }
  }
  return paths;
}

function removeField(answer: unknown, [name, ...rest]: Path): void {
  if (typeof answer !== 'object' || answer === null || name === undefined) return;
  if (rest.length === 0) Reflect.deleteProperty(answer, name);
  else removeField(Reflect.get(answer, name), rest);
}

/** The answer without its unknown fields, and without the rows of a list that are wrong otherwise. Null where it cannot be read. */
function repaired(answer: unknown, issues: readonly Issue[], skipped: Issue[]): unknown {
  const readable: unknown = structuredClone(answer);
  const unreadable = new Map<number, Issue>();
  for (const issue of issues) {
    const fields = unknownFields([issue]);
    const [row] = issue.path;
    if (fields) for (const field of fields) removeField(readable, field);
    else if (Array.isArray(readable) && typeof row === 'number') unreadable.set(row, issue);
    else return null;
  }
  if (!Array.isArray(readable) || unreadable.size === 0) return readable;
  skipped.push(...unreadable.values());
  const rest = readable.filter((_row, index) => !unreadable.has(index));
  // An empty list would look as if there were nothing.
  return rest.length === 0 ? null : rest;
}

/**
 * Checks an answer of the server by the contract, for `rawResponseSchema`. Schemas of the contract are strict, but fields that they do
 * not know are ignored here: during an upgrade a newer server answers to an older page. Where the answer is an array, a row that
 * cannot be read is skipped and reported, and the other rows are shown.
 */
export const lenient = <T>(schema: Reader<T>): AnswerCheck<T> => ({
  '~standard': {
    version: 1,
    vendor: 'belfry',
    validate: (answer) => {
      const skipped: Issue[] = [];
      let read = answer;
      let result = schema.safeParse(read);
      for (let repairs = 0; result.error && repairs < REPAIRS_MAX; repairs++) {
        read = repaired(read, result.error.issues, skipped);
        if (read === null) break;
        result = schema.safeParse(read);
      }
      if (result.error) return result.error;
      if (skipped.length > 0) reportSkippedRows(skipped);
      return { value: result.data as T };
    },
  },
});

/** Checks an answer by a schema; null: 204 without a body. */
export const checkAnswer = <R>(reader: Reader<R> | null, answer: unknown) =>
  reader ? lenient(reader)['~standard'].validate(answer) : { value: null as R };

type Listener = (rows: number) => void;
const listeners = new Set<Listener>();

/**
 * Calls `listener` with the number of rows of a list that could not be read and are not shown.
 * @returns a function that ends it
 */
export function onSkippedRows(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** @param issues one per row. Their paths and texts hold no values of the answer. */
export function reportSkippedRows(issues: readonly z.core.$ZodIssue[]): void {
  const [first] = issues;
  // oxlint-disable-next-line no-console -- the toast does not say where the entry is (SHELL-27)
  console.warn(`${issues.length} rows of a list are not shown. First: ${first?.message} at ${first?.path.join('.')}`);
  for (const listener of listeners) listener(issues.length);
}
