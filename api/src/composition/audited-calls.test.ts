import { describe, expect, it } from 'vitest';
import { callName, CALL_RULES } from '../audit/call-rules.ts';
import { apiRoutes } from './routes.ts';

const changing = apiRoutes.flatMap(({ spec }) => (spec.method === 'get' ? [] : [callName(spec)]));

describe('a call that is no GET', () => {
  it('is recorded by its service, or before its answer, or says why not', () => {
    expect(changing.length).toBeGreaterThan(80);
    expect(changing.filter((name) => !CALL_RULES.has(name))).toEqual([]);
  });

  it('is named once, and exists', () => {
    expect([...CALL_RULES.keys()].filter((name) => !changing.includes(name))).toEqual([]);
  });
});

it('actions have a kind and a verb', () => {
  for (const rule of CALL_RULES.values())
    if (rule.by === 'call') expect(rule.action).toMatch(/^[a-z][a-z_-]*\.[a-z][a-z_-]*$/);
});
