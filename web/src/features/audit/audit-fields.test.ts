import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALARM_NAMES } from '@belfry/schemas/domain/alarm-names';
import type { Endpoint } from '@belfry/schemas/http/endpoint';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AUDIT_FIELDS, AUDIT_VALUES, isAuditField } from '../../lib/audit-fields.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const API = globSync('api/src/**/*.ts', { cwd: ROOT }).map((path) => readFileSync(join(ROOT, path), 'utf8'));

type Json = {
  type?: string;
  format?: string;
  pattern?: string;
  enum?: unknown[];
  items?: Json;
  properties?: Record<string, Json>;
  anyOf?: Json[];
  oneOf?: Json[];
  allOf?: Json[];
  $ref?: string;
  $defs?: Record<string, Json>;
};

/** Calls that leave no row, as `serve(NAME, { audit: 'none: …' }`, also where a constant of the file has the rights. */
function unrecorded(): Set<string> {
  const found = API.flatMap((source) => {
    const consts = new Map(
      [...source.matchAll(/const ([A-Z_]+) = (\{[^}]*\})/g)].map(([, name, text]) => [name, text]),
    );
    return [...source.matchAll(/serve\(\s*(\w+Http\.\w+),\s*(\{[^}]*\}|[A-Z_]+)/g)].flatMap(
      ([, call = '', given = '']) => {
        const rights = given.replaceAll(
          /(?:\.\.\.)?\b([A-Z_]{3,})\b/g,
          (text, name: string) => consts.get(name) ?? text,
        );
        return rights.includes("audit: 'none") ? [call] : [];
      },
    );
  });
  return new Set(found);
}

type Found = { field: string; call: string; values: Json[] };

/** The fields of the bodies of calls that are recorded, each with the kinds of its values. */
async function fieldsOfCalls(): Promise<Found[]> {
  const without = unrecorded();
  const paths = globSync('schemas/src/http/**/*.ts', { cwd: ROOT }).filter((path) => !path.includes('.test.'));
  const modules = await Promise.all(paths.map((path) => import(join(ROOT, path)) as Promise<Record<string, object>>));
  const calls = modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, group]) =>
      name.endsWith('Http')
        ? Object.entries(group).map(([call, endpoint]) => [`${name}.${call}`, endpoint as Endpoint] as const)
        : [],
    ),
  );
  return calls.flatMap(([call, { method, body }]) => {
    if (method === 'get' || !body || without.has(call)) return [];
    const schema = z.toJSONSchema(body as z.ZodType, { io: 'input', unrepresentable: 'any' }) as Json;
    const alternatives = (part: Json): Json[] => {
      const named = part.$ref === undefined ? part : (schema.$defs?.[part.$ref.slice('#/$defs/'.length)] ?? {});
      const parts = [...(named.anyOf ?? []), ...(named.oneOf ?? []), ...(named.allOf ?? [])];
      return parts.length > 0 ? parts.flatMap(alternatives) : [named];
    };
    return alternatives(schema).flatMap(({ properties = {} }) =>
      Object.entries(properties).map(([field, value]) => ({ field, call, values: alternatives(value) })),
    );
  });
}

/** The names in `before: { … }`, `after: { … }` and `details: { … }`, and in constants of these names, of all that records. */
const fieldsOfRows = (): string[] =>
  API.filter((source) => /\baudit\w*\(|noteAct\(|record\(|auditFieldsOf/.test(source)).flatMap((source) =>
    [
      ...source.matchAll(/\b(?:details|before|after|about|sides|auditFieldsOf)(?:: | = |\()[^{;\n]*\{([^{}]*)\}/g),
    ].flatMap(([, fields = '']) =>
      fields.split(',').flatMap((part) => /^\s*([a-z_]\w*)\s*(?::|$)/.exec(part)?.[1] ?? []),
    ),
  );

const isTexts = ({ type, items }: Json): boolean => type === 'array' && items?.type === 'string';
const isNested = ({ type }: Json): boolean => type === 'object' || type === 'array' || type === 'null';

/** What stays under Technical: ids, secrets, what only its builders read, and what is recorded otherwise. */
const OF_BUILDERS = new Set(
  `accepted_licence after background before bulk by commandId confirmed confirmed_messages created_at date_udate_version
 device_mode emblem endpoint expected floor_plan from gender hostname icon id import in_sync invitation licence_url lock member message model
 music_start music_status music_type new_display_name node old_display_name p256dh path policy position prefix q queue replaces reported revision roles_claim rrule
 sample_url sender serial serials settings sha256 times to until updated_at userId voice_names voice_type voices_commands wifi_pass_set
 ws_url zipCode`.split(/\s+/),
);
const SECRET_OR_ID = /_ids?$|Password$|(^|_)(key|code|token|secret|pass|password|passphrase|auth|challenge)$/;
/** Their texts are made of codes, or in another namespace. */
const KINDS_OF_LISTS = new Set<string>(['language', 'command']);
const words = new Set<unknown>([...AUDIT_VALUES, ...Object.keys(ALARM_NAMES.en)]);

describe('what the audit records', async () => {
  const found = await fieldsOfCalls();
  const nested = new Set(
    found.filter(({ values }) => values.every(isNested) && !values.some(isTexts)).map(({ field }) => field),
  );
  const fields = [...new Set([...found.map(({ field }) => field), ...fieldsOfRows()])].filter(
    (field) => !nested.has(field),
  );

  it('has words for each field, but ids and secrets', () => {
    expect(fields.length).toBeGreaterThan(200);
    expect(fields).toContain('silent_until');
    const without = fields.filter((field) => !isAuditField(field) && !SECRET_OR_ID.test(field));
    expect(without.filter((field) => !OF_BUILDERS.has(field))).toEqual([]);
    expect([...OF_BUILDERS].filter((field) => !without.includes(field))).toEqual([]);
  });

  it('has words for each value of a list of them', () => {
    const lists = found.flatMap(({ field, call, values }) =>
      isAuditField(field) && KINDS_OF_LISTS.has(AUDIT_FIELDS[field])
        ? []
        : values.flatMap(({ enum: list = [] }) => list.map((value) => ({ field, call, value }))),
    );
    expect(lists.length).toBeGreaterThan(80);
    const isTold = ({ field, value }: (typeof lists)[number]): boolean =>
      !isAuditField(field) || (AUDIT_FIELDS[field] === 'word' && words.has(value)) || field === 'version';
    expect(lists.filter((each) => !isTold(each))).toEqual([]);
  });

  it('writes each time as a time', () => {
    const times = found.filter(
      ({ field, values }) =>
        isAuditField(field) &&
        values
          .flatMap(({ items, ...value }) => items ?? value)
          .some(({ format = '', pattern = '' }) => format.startsWith('date') || /\\d\{4\}-/.test(pattern)),
    );
    const names = [...new Set(times.map(({ field }) => field))];
    expect(names).toContain('starts_at');
    expect(names.filter((field) => isAuditField(field) && AUDIT_FIELDS[field] !== 'time')).toEqual([]);
  });
});
