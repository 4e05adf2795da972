import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { AUDIT_KINDS, AUDIT_VERBS } from './audit-api.ts';

const API = join(import.meta.dirname, '../../../../api/src');
const SOURCES = globSync('**/*.ts', { cwd: API }).map((path) => readFileSync(join(API, path), 'utf8'));

const recorded = SOURCES.flatMap((source) =>
  [...source.matchAll(/\baction: '([a-z_-]+)\.([a-z_-]+)'/g)].map(([, kind = '', verb = '']) => ({ kind, verb })),
);
/** As ``action: `bells.${verb}` `` with its `type Verb = 'week' | 'paint'`. */
const ofUnions = SOURCES.flatMap((source) =>
  [...source.matchAll(/\btype Verb = ([^;]+);/g)].flatMap(([, union = '']) =>
    [...union.matchAll(/'([a-z_-]+)'/g)].map(([, verb = '']) => verb),
  ),
);

it('what the API records has a text in every language', () => {
  expect(recorded.length).toBeGreaterThan(60);
  expect(ofUnions).toContain('silence');
  const [kinds, verbs] = [new Set<string>(AUDIT_KINDS), new Set<string>(AUDIT_VERBS)];
  expect([...new Set(recorded.map(({ kind }) => kind))].filter((kind) => !kinds.has(kind))).toEqual([]);
  const all = new Set([...recorded.map(({ verb }) => verb), ...ofUnions]);
  expect([...all].filter((verb) => !verbs.has(verb))).toEqual([]);
});
