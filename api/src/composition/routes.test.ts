import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { RouteSpec, Route } from '../http/routes/route.ts';
import { apiRoutes } from './routes.ts';

const OBJECT_KEY = /^(id|.+_id|serial|device|devices|commandId|voice_name|.*display_name)$/;
const PLAIN_PARAMS = new Set(['code']);

type Json = { properties?: object; anyOf?: Json[]; oneOf?: Json[]; allOf?: Json[]; $ref?: string };

function keysOf(schema: z.ZodType | undefined): string[] {
  if (!schema) return [];
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json & {
    $defs?: Record<string, Json>;
  };
  const collect = ({ properties = {}, anyOf = [], oneOf = [], allOf = [], $ref }: Json): string[] => {
    const referenced = $ref === undefined ? undefined : root.$defs?.[$ref.replace('#/$defs/', '')];
    const alternatives = [...anyOf, ...oneOf, ...allOf, ...(referenced ? [referenced] : [])];
    return [...Object.keys(properties), ...alternatives.flatMap(collect)];
  };
  return collect(root);
}

const isOnObject = ({ path, params, query, body }: RouteSpec): boolean =>
  [...path.matchAll(/\{(\w+)\}/g)].some(([, name = '']) => !PLAIN_PARAMS.has(name)) ||
  [params, query, body].flatMap(keysOf).some((key) => OBJECT_KEY.test(key));

const nameOf = ({ method, path }: RouteSpec): string => `${method} ${path}`;
const hasCaller = ({ spec }: Pick<Route, 'spec'>): boolean =>
  spec.access !== 'public' && spec.access !== 'service' && spec.access !== 'scim';
const specs = apiRoutes.filter(hasCaller).map(({ spec }) => spec);

describe('a route for signed-in people', () => {
  it('names the policy that it applies where the request names an object', () => {
    expect(specs.filter(isOnObject).length).toBeGreaterThan(40);
    expect(specs.filter((spec) => isOnObject(spec) && spec.policy === undefined).map(nameOf)).toEqual([]);
  });

  it('that changes something other than the account of the caller names a policy or is for administrators', () => {
    const onOwnAccount = /^\/(auth|users)\//;
    const open = specs.filter(
      ({ method, path, access, policy }) =>
        method !== 'get' && access === 'signed-in' && policy === undefined && !onOwnAccount.test(path),
    );
    expect(open.map(nameOf)).toEqual([]);
  });
});

it('names each field of path, query and body once, so that a client passes them in one object', () => {
  const repeated = apiRoutes.filter(({ spec: { params, query, body, bodyType } }) => {
    const keys = [params, query, bodyType ? undefined : body].flatMap((schema) => Array.from(new Set(keysOf(schema))));
    return new Set(keys).size < keys.length;
  });
  // A configuration may be sent back whole; the serial number in it is ignored.
  expect(repeated.map(({ spec }) => nameOf(spec))).toEqual(['post /rpi/devices/config/{serial}']);
});

const refusesBlankName = (schema: z.ZodType): boolean =>
  JSON.stringify(schema.safeParse({ name: '   ' }).error?.issues ?? []).includes('"path":["name"]');

it('takes no name of spaces for anything that people see in lists', () => {
  const named = apiRoutes.flatMap(({ spec }) =>
    [spec.query, spec.body].flatMap((schema) => (schema && keysOf(schema).includes('name') ? [{ spec, schema }] : [])),
  );
  expect(named.length).toBeGreaterThan(30);
  const blank = named.filter(({ schema }) => !refusesBlankName(schema));
  expect(blank.map(({ spec }) => nameOf(spec))).toEqual([]);
});

type Field = { name: string; schema: z.core.$ZodType };
function fieldsOf(schema: z.core.SomeType | undefined): Field[] {
  if (schema === undefined) return [];
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'object') {
    const fields = Object.entries(def.shape).map(([name, field]) => ({ name, schema: field }));
    return fields.concat(fields.flatMap((field) => fieldsOf(field.schema)));
  }
  if (def.type === 'array') return fieldsOf(def.element);
  if (def.type === 'union') return def.options.flatMap(fieldsOf);
  if (def.type === 'pipe') return fieldsOf(def.in);
  return 'innerType' in def ? fieldsOf(def.innerType) : [];
}

it('takes no line breaks and no direction marks in any name', () => {
  const isName = ({ name, schema }: Field): boolean =>
    /^(.*name|label|title|word|place|city|region|emblem)$/.test(name) && z.safeParse(schema, 'Hall 1').success;
  const namesOf = ({ spec }: Route) => [spec.body, spec.query].flatMap((schema) => fieldsOf(schema).filter(isName));
  const isOpen = ({ schema }: Field): boolean =>
    ['Hall\r\n1', 'Hall\u202e1'].some((text) => z.safeParse(schema, text).success);
  expect(apiRoutes.flatMap(namesOf).length).toBeGreaterThan(40);
  expect(apiRoutes.filter((route) => namesOf(route).some(isOpen)).map(({ spec }) => nameOf(spec))).toEqual([]);
});
