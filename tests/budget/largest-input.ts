import { z } from 'zod';

/** A JSON schema, as far as the api's schemas use it. */
type JsonSchema = {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  const?: unknown;
  enum?: unknown[];
  type?: string;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  maximum?: number;
  maxItems?: number;
  minItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
};

/** Where a schema has no limit of its own, the size of the body is the limit. */
const ITEMS = 100;
const LETTERS = 200;
const NUMBER = 1_000;
const DEPTH_MAX = 12;

const OF_FORMAT: Readonly<Record<string, string>> = {
  'date-time': '2026-12-01T12:00:00.000Z',
  date: '2026-12-01',
  email: `${'a'.repeat(60)}@example.com`,
  uuid: '00000000-0000-4000-8000-000000000000',
  uri: 'https://example.com/stream',
};
/** Texts of which one fits most patterns of the api. */
const CANDIDATES = [
  '1',
  '2026-12-01',
  '2026-12-01T12:00',
  '12:00',
  'en',
  'en-US',
  '+491701234567',
  'a',
  'A',
  '0123456789abcdef'.repeat(4),
];

/**
 * The largest input that a schema accepts, as far as its JSON schema tells: lists and texts of their greatest length, all
 * optional fields, the longest of several alternatives.
 */
export const largestInput = (schema: z.ZodType): unknown => {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  return largestOf(root, root, 0);
};

function largestOf(schema: JsonSchema, root: JsonSchema, depth: number): unknown {
  if (depth > DEPTH_MAX) return null;
  const below = (part: JsonSchema): unknown => largestOf(part, root, depth + 1);
  if (schema.$ref !== undefined) return below(resolve(schema.$ref, root));
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined) return longest(alternatives.map(below));
  if (schema.allOf !== undefined) return Object.assign({}, ...schema.allOf.map(below));
  if ('const' in schema) return schema.const;
  if (schema.enum !== undefined) return longest(schema.enum);
  if (schema.type === 'object') return largestObject(schema, below);
  if (schema.type === 'array') return Array.from({ length: schema.maxItems ?? ITEMS }, () => below(schema.items ?? {}));
  if (schema.type === 'string') return largestText(schema);
  if (schema.type === 'integer' || schema.type === 'number') return Math.min(schema.maximum ?? NUMBER, 2_147_483_647);
  if (schema.type === 'boolean') return true;
  return schema.type === 'null' ? null : '1';
}

function largestObject({ properties = {}, additionalProperties }: JsonSchema, below: (part: JsonSchema) => unknown) {
  const fields = Object.entries(properties).map(([name, part]) => [name, below(part)]);
  const others =
    typeof additionalProperties === 'object' && Object.keys(properties).length === 0
      ? Array.from({ length: ITEMS }, (_, at) => [`name${at}`, below(additionalProperties)])
      : [];
  return Object.fromEntries([...fields, ...others]) as Record<string, unknown>;
}

function largestText({ format, pattern, maxLength = LETTERS }: JsonSchema): string {
  const known = OF_FORMAT[format ?? ''];
  if (known !== undefined) return known;
  const text = 'x'.repeat(maxLength);
  if (pattern === undefined) return text;
  const fits = new RegExp(pattern, 'u');
  return [text, ...CANDIDATES].find((candidate) => fits.test(candidate)) ?? text;
}

const longest = (values: unknown[]): unknown =>
  values.reduce((best, value) =>
    (JSON.stringify(value)?.length ?? 0) > (JSON.stringify(best)?.length ?? 0) ? value : best,
  );

function resolve(ref: string, root: JsonSchema): JsonSchema {
  const name = ref.split('/').at(-1) ?? '';
  return ref === '#' ? root : (root.$defs?.[name] ?? {});
}
